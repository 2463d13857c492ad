import { bytesOfText } from "./csv/halves.ts";
import { csvLines } from "./csv/read.ts";
import { contentFault } from "./header.ts";
import { type Line, type Lines, MOST_BYTES } from "./line.ts";
import { assertHarmless } from "./xlsx/archive.ts";
import { xlsxLines } from "./xlsx/read.ts";

/** The file that a caller sends, as bytes; 400 for what cannot be one. */
export function bytesOf(content: string, format: "csv" | "xlsx"): Uint8Array {
  const bytes = format === "csv" ? bytesOfText(content) : decoded(content);
  if (bytes.length > MOST_BYTES) {
    throw contentFault("size", `has ${bytes.length} bytes; an import takes up to ${MOST_BYTES}: divide it`);
  }
  if (format === "xlsx") assertHarmless(bytes);
  return bytes;
}

/** Decoding skips what is no base64: how much comes out tells whether there was such. */
function decoded(content: string): Uint8Array {
  const text = /\s/.test(content) ? content.replace(/\s+/g, "") : content;
  const bytes = Buffer.from(text, "base64");
  const digits = text.endsWith("=") ? text.replace(/={1,2}$/, "").length : text.length;
  if (digits === 0) throw contentFault("base64", "is empty");
  if (bytes.length !== Math.floor((digits * 3) / 4) || digits % 4 === 1) {
    throw contentFault("base64", "must be an XLSX file in base64");
  }
  return bytes;
}

/** The lines of a file, the header first. */
export const linesOf = (bytes: Uint8Array, format: string, signal: AbortSignal): Lines =>
  format === "xlsx" ? xlsxLines(bytes, signal) : csvLines(bytes);

const MOST_IN_PORTION = 500;
const MOST_WEIGHT = 2_000_000;
/** What a value weighs beside its characters: its places in the store. */
const VALUE = 200;

/** The lines after the header from the `done`-th on, in portions that a commit carries: 500 lines, fewer of long ones. */
export async function* portionsOf(lines: Lines, done = 0): AsyncGenerator<Line[], void> {
  let passed = -1;
  let portion: Line[] = [];
  let weight = 0;
  for await (const some of lines) {
    for (const line of some) {
      if (passed++ < done) continue;
      portion.push(line);
      weight += weightOf(line);
      if (portion.length < MOST_IN_PORTION && weight < MOST_WEIGHT) continue;
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

/** Whether so many lines of a file are few enough for one commit. */
export const isLight = (lines: number, columns: number, bytes: number): boolean =>
  lines <= 1_000 && lines * columns * VALUE + bytes <= 4 * MOST_WEIGHT;
