/** Text from elsewhere without what a terminal would take for a command. Line ends and tabs stay. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

/**
 * The same text, with what a terminal takes for a command beside the common control characters written as JSON does: also
 * JSON stays what it is. For all that is printed, whoever made it.
 */
export const harmless = (text: string): string =>
  text.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A value in a line; a moment in time as its date. */
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
