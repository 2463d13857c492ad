import { setImmediate as turn } from "node:timers/promises";
import { type CsvError, type InfoRecord, type Parser, parse } from "csv-parse";
import { isBlank, type Line, type Lines } from "../line.ts";
import { delimiterOf } from "./delimiter.ts";
import { decodeWtf8 } from "./wtf8.ts";

/** Bytes parsed at a time: rejecting a line of four characters can take 50 microseconds. */
const SLICE = 2 ** 12;
const MAX_HEADER = 2 ** 16;
/** The parser keeps a line in memory until it ends, and an unclosed quote makes one line of the rest of the file. */
const MAX_LINE = 2 * 2 ** 20;

interface Parsed {
  readonly info: InfoRecord;
  readonly record: (string | Buffer)[];
}

/** The lines of a CSV file. A line that cannot be read has a `fault`. Blank lines are left out. */
export async function* csvLines(chunks: AsyncIterable<Uint8Array>, isWellFormed: boolean): Lines {
  const buffers = withHeader(chunks);
  const first = await buffers.next();
  const faults: Line[] = [];
  let end = 0;
  const head = first.done ? "" : first.value.toString("utf8", 0, MAX_HEADER).replace(/^\ufeff/, "");
  // Spreadsheets may write the delimiter in a line before the header.
  const hint = /^sep=([,;\t])\r?\n/i.exec(head);
  const parser = parse({
    bom: true,
    delimiter: hint?.[1] ?? delimiterOf(head),
    from_line: hint ? 2 : 1,
    record_delimiter: ["\r\n", "\n", "\r"],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // Only files with lone surrogates are read as buffers, which is slower.
    ...(!isWellFormed && { encoding: null }),
    on_skip(error) {
      if (error) faults.push({ at: error.lines as number, cells: [], fault: faultOf(error) });
      return undefined;
    },
  });

  /** The lines parsed so far, in the order of the file. */
  function parsedLines(): Line[] {
    const lines: Line[] = [];
    for (let parsed: Parsed | null = parser.read(); parsed !== null; parsed = parser.read()) {
      lines.push(lineOf(parsed));
      end = parsed.info.lines;
    }
    return [...lines.filter(hasValue), ...faults.splice(0)].sort((a, b) => a.at - b.at);
  }

  try {
    let [done, since] = [0, 0];
    for (let next = first; !next.done; next = await buffers.next()) {
      const { value: buffer } = next;
      for (let at = 0; at < buffer.length; at += SLICE) {
        parser.write(buffer.subarray(at, at + SLICE));
        await turn();
        const now = processedBy(parser) + faults.length;
        since = now === done ? since + SLICE : 0;
        done = now;
        const lines = parsedLines();
        if (lines.length > 0) yield lines;
        if (since <= MAX_LINE) continue;
        const fault = `is longer than ${MAX_LINE} bytes, so the rest was not read: check for an unclosed quote`;
        return yield [{ at: end + 1, cells: [], fault }];
      }
    }
    parser.end();
    for await (const parsed of parser as AsyncIterable<Parsed>) {
      yield [lineOf(parsed)].filter(hasValue);
      end = parsed.info.lines;
    }
    // An error at the end of the file belongs to the line after the last one that could be read.
    yield faults.map((line) => ({ ...line, at: end + 1 }));
  } finally {
    parser.destroy();
    await buffers.return();
  }
}

/** The same bytes; the first buffer has the longest header, or the whole file. */
async function* withHeader(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let first: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (!first) yield buffer;
    else {
      first = Buffer.concat([first, buffer]);
      if (first.length < MAX_HEADER) continue;
      yield first;
      first = undefined;
    }
  }
  if (first) yield first;
}

const processedBy = ({ info: { records, empty_lines: empty } }: Parser): number => records + empty;

const hasValue = ({ cells }: Line): boolean => !cells.every(isBlank);

/** The parser reports the line where a record ends; its cells may contain line breaks. */
function lineOf({ info, record }: Parsed): Line {
  let at = info.lines;
  const cells = record.map((cell) => (typeof cell === "string" ? cell : decodeWtf8(cell)));
  for (const cell of cells) {
    if (cell.includes("\n") || cell.includes("\r")) at -= (cell.match(/\r\n|\n|\r/g) ?? []).length;
  }
  return { at, cells };
}

function faultOf({ code }: CsvError): string {
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "has a quote that is never closed";
    case "INVALID_OPENING_QUOTE":
      return 'has a quote in an unquoted cell: quote the cell and double the quote, as in "a ""b"" c"';
    case "CSV_INVALID_CLOSING_QUOTE":
      return 'has text after a closing quote: double a quote within a cell, as in "a ""b"" c"';
    default:
      return "is not valid CSV";
  }
}
