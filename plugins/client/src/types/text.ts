/** A string as a literal. Line separators are escaped, because not every tool accepts them in strings. */
export const literal = (value: unknown): string =>
  JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** The name of a member, in quotes if it is not an identifier. */
export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

/** Characters that end a line or that a terminal interprets. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Lines of a comment before a member; none without a text. The text cannot end the comment. */
export function comment(texts: readonly (string | undefined)[], indent: string): string {
  const lines = texts.filter((text) => text !== undefined && text.trim() !== "").map((text) => clean(text as string));
  const [first] = lines;
  if (first === undefined) return "";
  if (lines.length === 1) return `${indent}/** ${first} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

const clean = (text: string): string => text.replaceAll(CONTROL, " ").replaceAll("*/", "*\\/").trim();

/** `tasks.profiles.show` as `TasksProfilesShow`. */
export const pascalCase = (id: string): string =>
  id.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase()).replaceAll(/\W/g, "");
