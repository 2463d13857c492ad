import { contentFault } from "../header.ts";
import { type Cell, isBlank, type Lines } from "../line.ts";
import { startThread, ThreadEnded } from "./thread.ts";

const PORTION = 500;

const SECOND = 1_000;

/** Rounds times to seconds: a spreadsheet stores them as fractions of a day and may lose a millisecond. */
function exact(cell: Cell): Cell {
  if (!(cell instanceof Date)) return cell;
  const nearest = Math.round(cell.getTime() / SECOND) * SECOND;
  return Math.abs(nearest - cell.getTime()) <= 2 ? new Date(nearest) : cell;
}

/** The lines of the first sheet of an XLSX file. Blank lines are left out. */
export async function* xlsxLines(bytes: Uint8Array, signal: AbortSignal): Lines {
  const thread = await startThread("read", signal, new Uint8Array(bytes).buffer);
  try {
    const { refused } = await thread.ask<{ refused?: string }>();
    if (refused !== undefined) throw contentFault("xlsx", "is not a readable XLSX file, or has no sheet");
    for (;;) {
      const { rows, first } = await thread.ask<{ rows: Cell[][]; first: number }>({ most: PORTION });
      if (rows.length === 0) return;
      yield rows
        .map((cells, n) => ({ at: first + n + 1, cells: cells.map(exact) }))
        .filter(({ cells }) => !cells.every(isBlank));
    }
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw contentFault("xlsx", "is damaged, or takes too much memory or time to read; split the file");
  } finally {
    await thread.end();
  }
}
