/** Replaces control characters in untrusted text. Line breaks and tabs are kept. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are replaced
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

/**
 * Escapes further characters that control a terminal in JSON notation, so that JSON keeps its meaning. Applied to all
 * output.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A value on one line; a time as a date. */
export function textOf(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (isMoment(name, value)) return new Date(value).toISOString();
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return plain(isTexts ? value.join(", ") : typeof value === "string" ? value : JSON.stringify(value));
}

/** Unix milliseconds since 2001 under a name like `createdAt`; smaller numbers are something else. */
function isMoment(name: string, value: unknown): value is number {
  return (
    /(At|^at|^lastActivity)$/.test(name) && Number.isInteger(value) && Number(value) > 1e12 && Number(value) < 8e15
  );
}
