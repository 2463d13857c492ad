import { stringify } from "csv-stringify/sync";

/** Formats lines as CSV (RFC 4180). */
export function csvText(lines: readonly (readonly string[])[]): string {
  return stringify(
    lines.map((line) => [...line]),
    {
      record_delimiter: "\r\n",
      // An unquoted line break would end the line, and many programs trim cells.
      quoted_match: /[\r\n]|^\s|\s$/,
      // An empty cell of a single column would be an empty line, which readers skip.
      quoted_empty: lines.some(({ length }) => length === 1),
    },
  );
}
