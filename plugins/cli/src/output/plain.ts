/** Text from elsewhere without what a terminal would take for a command. Line ends and tabs stay. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

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
