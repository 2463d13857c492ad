import { setImmediate as turn } from "node:timers/promises";
import { type CsvError, type InfoRecord, type Parser, parse } from "csv-parse";
import { isBlank, type Line, type Lines } from "../line.ts";
import { delimiterOf } from "./delimiter.ts";

/** So much is parsed at a time, in bytes. */
const SLICE = 2 ** 16;

interface Parsed {
  readonly info: InfoRecord;
  readonly record: string[];
}

/** The lines of a CSV file. A line that cannot be read comes with its fault; blank ones are left out. */
export async function* csvLines(bytes: Uint8Array): Lines {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const faults: Line[] = [];
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(buffer.toString("utf8", 0, SLICE).replace(/^\ufeff/, "")),
    record_delimiter: ["\r\n", "\n", "\r"],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip(error) {
      if (error) faults.push({ at: error.lines as number, cells: [], fault: faultOf(error) });
      return undefined;
    },
  });
  try {
    for (let at = 0; at < buffer.length; at += SLICE) {
      parser.write(buffer.subarray(at, at + SLICE));
      await turn();
      const lines = taken(parser, faults);
      if (lines.length > 0) yield lines;
    }
    parser.end();
    for await (const parsed of parser) yield [lineOf(parsed)].filter(hasValue);
    if (faults.length > 0) yield faults;
  } finally {
    parser.destroy();
  }
}

/** What has been parsed so far, in the order of the file. */
function taken(parser: Parser, faults: Line[]): Line[] {
  const lines = faults.splice(0);
  for (let parsed = parser.read(); parsed !== null; parsed = parser.read()) lines.push(lineOf(parsed));
  return lines.filter(hasValue).sort((a, b) => a.at - b.at);
}

const hasValue = ({ cells, fault }: Line): boolean => fault !== undefined || !cells.every(isBlank);

/** The parser tells where a line ends: it began as many lines earlier as its cells have within them. */
function lineOf({ info, record }: Parsed): Line {
  let at = info.lines;
  for (const cell of record) {
    if (cell.includes("\n") || cell.includes("\r")) at -= (cell.match(/\r\n|\n|\r/g) ?? []).length;
  }
  return { at, cells: record };
}

function faultOf({ code }: CsvError): string {
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "a quote is opened before it and never closed";
    case "INVALID_OPENING_QUOTE":
      return 'has a quote within a cell: the cell must be quoted, and the quote doubled, like "a ""b"" c"';
    case "CSV_INVALID_CLOSING_QUOTE":
      return 'has text after the quote that closes a cell: a quote within a cell is doubled, like "a ""b"" c"';
    default:
      return "is no CSV";
  }
}
