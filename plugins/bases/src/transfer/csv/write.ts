import { stringify } from "csv-stringify/sync";

/** Lines of a CSV file as RFC 4180 has them, in UTF-8, each ending in CRLF. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return stringify(
    lines.map((line) => [...line]),
    {
      record_delimiter: "\r\n",
      // A lone line break would end the line, and a cell of spaces is easily lost.
      quoted_match: /[\r\n]|^\s|\s$/,
      // Of one cell that is empty nothing would be left but an empty line.
      quoted_empty: lines.some(({ length }) => length === 1),
    },
  );
}
