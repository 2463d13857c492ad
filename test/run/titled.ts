const MAX_CHARACTERS = 60;

/** A value as JSON for the title of a test, cut to 60 characters. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)`;
}

/** Rows for `it.each`, each with its value at `index`, in brief, as a new first column for the title. */
export const titled = <const Row extends readonly unknown[]>(rows: readonly Row[], index = 0) =>
  rows.map((row) => [brief(row[index]), ...row] as readonly [string, ...Row]);
