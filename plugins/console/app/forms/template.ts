/** A value that is not known yet, by its path such as `run.dueAt`. It keeps the type that the value has. */
interface Reference {
  readonly $: string;
}

const isReference = (value: unknown): value is Reference =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "$";

/** A text that is one path: `{{run.dueAt}}`. */
const PATH = /^\{\{([^{}]+)\}\}$/;

/** Whether what was entered refers to values that are not known yet. */
export const isTemplate = (text: string): boolean => text.includes("{{") || text.startsWith('{"$"');

/** What a reference looks like when it is entered. Undefined for other values. A list of one path is not a reference. */
export function referenceText(value: unknown, isList: boolean): string | undefined {
  if (!isReference(value)) return undefined;
  return isList ? JSON.stringify(value) : `{{${value.$}}}`;
}

/** The reference that was entered, in place of a value that is not a text. */
export function referenceOf(text: string, isList: boolean): Reference | undefined {
  if (isList) return text.startsWith('{"$"') ? (JSON.parse(text) as Reference) : undefined;
  const path = PATH.exec(text.trim())?.[1]?.trim();
  return path === undefined ? undefined : { $: path };
}
