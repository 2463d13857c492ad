/** The shell command of `postern` that calls an operation. */
export function commandLine(id: string, input: Readonly<Record<string, unknown>>): string {
  return ["postern", ...id.split("."), ...asFlags(input)].join(" ");
}

/** An input as the flags of a command. */
export const asFlags = (input: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(input).flatMap(([field, value]) => {
    const values = Array.isArray(value) ? value : [value];
    if (value === true) return [`--${field}`];
    return values.map((item) => `--${field} ${quoted(typeof item === "string" ? item : JSON.stringify(item))}`);
  });

/** A word of a shell command. */
export const quoted = (text: string): string =>
  /^[\w.,:/@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
