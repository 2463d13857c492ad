import { defineParser, type ParserCall, ParserFailed } from "@postern/kit/parsers";
import { contentFault } from "../header.ts";
import type { Cell, Lines } from "../line.ts";
import type { ReaderMessage, SheetRow } from "./reader.ts";

const MEBIBYTE = 2 ** 20;
const SECOND = 1_000;

const parser = defineParser({
  // The built file, also when running from the sources: Node 20 cannot run TypeScript.
  program: new URL(
    import.meta.url.endsWith(".ts") ? "../../../dist/transfer/xlsx/reader.js" : "./transfer/xlsx/reader.js",
    import.meta.url,
  ),
  memory: 1_024,
  timeout: 60 * SECOND,
  answer: 16 * MEBIBYTE,
  output: 1_024 * MEBIBYTE,
});

/** Rounds times to seconds: a spreadsheet stores them as fractions of a day and may lose a millisecond. */
function exact(cell: Cell): Cell {
  if (!(cell instanceof Date)) return cell;
  const nearest = Math.round(cell.getTime() / SECOND) * SECOND;
  return Math.abs(nearest - cell.getTime()) <= 2 ? new Date(nearest) : cell;
}

/** The lines of the first sheet of an XLSX file. Blank lines are left out. */
export async function* xlsxLines(bytes: Uint8Array, call: ParserCall): Lines {
  const session = await parser.open(call);
  const ask = <Answer>(message: ReaderMessage) => session.ask<Answer>(message);
  try {
    for (let at = 0; at < bytes.length; at += MEBIBYTE) await ask({ chunk: bytes.subarray(at, at + MEBIBYTE) });
    const { refused } = await ask<{ refused?: string }>({ read: true });
    if (refused !== undefined) throw contentFault("xlsx", refused);
    for (;;) {
      const { rows } = await ask<{ rows: SheetRow[] }>({ next: true });
      if (rows.length === 0) return;
      yield rows.map(({ at, cells }) => ({ at, cells: cells.map(exact) }));
    }
  } catch (error) {
    if (error instanceof ParserFailed) throw contentFault("xlsx", `${error.message}; it is damaged, or split it`);
    throw error;
  } finally {
    session.end();
  }
}
