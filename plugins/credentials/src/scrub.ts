const MASK = "[secret]";
/** Shorter secrets would match parts of ordinary words. */
const MIN_SECRET_LENGTH = 4;
const MAX_DEPTH = 5;
/** Maximum length of an error's texts, including its stack. */
const MAX_LENGTH = 8_000;

/** Masks the secret in a text, also in its URL, base64 and JSON encodings, and truncates the text. */
export function scrubText(text: string, secret: string, maxLength = 2_000): string {
  if (secret.length < MIN_SECRET_LENGTH) return text.slice(0, maxLength);
  const encodings = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
    JSON.stringify(secret).slice(1, -1),
  ];
  return encodings.reduce((masked, encoding) => masked.replaceAll(encoding, MASK), text).slice(0, maxLength);
}

/**
 * Masks the secret in an error's message, properties and causes. Error messages may quote their input: fetch quotes an
 * invalid header.
 */
export function scrubError(error: unknown, secret: string, depth = 0): unknown {
  if (typeof error === "string") return scrubText(error, secret, MAX_LENGTH);
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH || Object.isFrozen(error)) return error;
  if (!(error instanceof Error) && !Array.isArray(error) && !isPlain(error)) return error;
  for (const name of Object.getOwnPropertyNames(error)) {
    const { value, writable, configurable } = Object.getOwnPropertyDescriptor(error, name) ?? {};
    const scrubbed = scrubError(value, secret, depth + 1);
    if (scrubbed === value) continue;
    if (configurable) Object.defineProperty(error, name, { value: scrubbed });
    else if (writable) (error as Record<string, unknown>)[name] = scrubbed;
  }
  return error;
}

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));
