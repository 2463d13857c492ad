const MASK = "[secret]";
/** Shorter ones stand in many words by chance. */
const SHORTEST = 4;
const DEEPEST = 5;

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
 * An error without the secret in its words. Programs put what they were given into their complaints: fetch quotes a
 * header that cannot be sent.
 */
export function scrubError(error: unknown, secret: string, depth = 0): unknown {
  if (typeof error === "string") return scrubText(error, secret);
  if (!(error instanceof Error) || depth > DEEPEST) return error;
  for (const member of ["message", "stack"] as const) {
    const text = error[member];
    if (typeof text === "string") replace(error, member, scrubText(text, secret, 8_000));
  }
  if (error.cause !== undefined) replace(error, "cause", scrubError(error.cause, secret, depth + 1));
  return error;
}

function replace(error: Error, member: "message" | "stack" | "cause", value: unknown): void {
  if (error[member] === value) return;
  Object.defineProperty(error, member, { value, configurable: true, writable: true, enumerable: false });
}
