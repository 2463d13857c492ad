const MASK = "[secret]";
/** Shorter ones stand in many words by chance. */
const SHORTEST = 4;
const DEEPEST = 5;
/** Of an error's words, its stack among them. */
const LONGEST = 8_000;

/** A text without the secret, also as it stands in a URL, in base64 or in JSON; cut where it is longer than anybody reads. */
export function scrubText(text: string, secret: string, longest = 2_000): string {
  if (secret.length < SHORTEST) return text.slice(0, longest);
  const spelled = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
    JSON.stringify(secret).slice(1, -1),
  ];
  return spelled.reduce((left, one) => left.replaceAll(one, MASK), text).slice(0, longest);
}

/**
 * An error without the secret in its words, in what it says beside them, and in its causes. Programs put what they were
 * given into their complaints: fetch quotes a header that cannot be sent.
 */
export function scrubError(error: unknown, secret: string, depth = 0): unknown {
  if (typeof error === "string") return scrubText(error, secret, LONGEST);
  if (typeof error !== "object" || error === null || depth > DEEPEST || Object.isFrozen(error)) return error;
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
