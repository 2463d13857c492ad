import { setImmediate as turn } from "node:timers/promises";
import { csvLines } from "./csv/read.ts";
import { encodeWtf8 } from "./csv/wtf8.ts";
import { contentFault } from "./header.ts";
import { type Line, type Lines, MAX_BYTES } from "./line.ts";
import { assertSafeArchive } from "./xlsx/archive.ts";
import { xlsxLines } from "./xlsx/read.ts";

/** The bytes of the file that a caller sends. Throws a 400 error for an invalid file. */
export async function bytesOf(content: string, format: "csv" | "xlsx"): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of format === "csv" ? csvBytes(content) : decoded(content)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw contentFault("size", `is larger than ${MAX_BYTES} bytes; split the file`);
  }
  const bytes = Buffer.concat(chunks);
  if (format === "xlsx") assertSafeArchive(bytes);
  return bytes;
}

/** Characters processed before the event loop gets a turn. */
const SLICE = 2 ** 20;

async function* csvBytes(content: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; ) {
    // Not between the halves of a surrogate pair.
    const end = at + SLICE + (/[\ud800-\udbff]/.test(content[at + SLICE - 1] ?? "") ? 1 : 0);
    yield encodeWtf8(content.slice(at, end));
    at = end;
    await turn();
  }
}

const notBase64 = () => contentFault("base64", "must be an XLSX file in base64");

async function* decoded(content: string): AsyncGenerator<Buffer> {
  let [rest, end, digits] = ["", "", 0];
  for (let at = 0; at < content.length; at += SLICE) {
    const text = content
      .slice(at, at + SLICE)
      .split(/\s+/)
      .join("");
    const [, head = "", padding = ""] = /^([A-Za-z0-9+/_-]*)(=*)$/.exec(text) ?? [];
    // The decoder would skip invalid characters.
    if (head.length + padding.length < text.length || (end !== "" && head !== "")) throw notBase64();
    end += padding;
    digits += head.length;
    const whole = rest + head;
    const fitting = whole.length - (whole.length % 4);
    rest = whole.slice(fitting);
    yield Buffer.from(whole.slice(0, fitting), "base64");
    await turn();
  }
  if (digits === 0) throw contentFault("base64", "is empty");
  if (rest.length === 1 || end.length > 2) throw notBase64();
  yield Buffer.from(rest, "base64");
}

/** The lines of a file, starting with the header. */
export const linesOf = (bytes: Uint8Array, format: string, signal: AbortSignal): Lines =>
  format === "xlsx" ? xlsxLines(bytes, signal) : csvLines(bytes);

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
