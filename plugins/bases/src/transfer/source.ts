import type { ParserCall } from "@postern/kit/parsers";
import { csvLines } from "./csv/read.ts";
import { type ImportFile, joined } from "./file.ts";
import type { Line, Lines } from "./line.ts";
import { xlsxLines } from "./xlsx/read.ts";

/** The lines of a file, starting with the header. */
export async function* linesOf(file: ImportFile, call: ParserCall): Lines {
  if (file.format === "csv") yield* csvLines(file.chunks(), file.isWellFormed);
  else yield* xlsxLines(await joined(file.chunks()), call);
}

const MAX_IN_PORTION = 500;
const MAX_WEIGHT = 2_000_000;
/** The weight of a value in addition to its characters, for its index entries. */
const VALUE = 200;

/** The lines after the header, without the first `done`, in portions for one commit: up to 500, or fewer long ones. */
export async function* portionsOf(lines: Lines, done = 0): AsyncGenerator<Line[], void> {
  let passed = -1;
  let portion: Line[] = [];
  let weight = 0;
  for await (const some of lines) {
    for (const line of some) {
      if (passed++ < done) continue;
      portion.push(line);
      weight += weightOf(line);
      if (portion.length < MAX_IN_PORTION && weight < MAX_WEIGHT) continue;
      yield portion;
      portion = [];
      weight = 0;
    }
  }
  if (portion.length > 0) yield portion;
}

function weightOf({ cells }: Line): number {
  return cells.reduce<number>((sum, cell) => sum + VALUE + (typeof cell === "string" ? cell.length : 0), 0);
}

/** Whether the lines of a file fit into one commit. */
export const isLight = (lines: number, columns: number, bytes: number): boolean =>
  lines <= 1_000 && lines * columns * VALUE + bytes <= 4 * MAX_WEIGHT;
