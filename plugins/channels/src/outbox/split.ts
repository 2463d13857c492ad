import type { AdapterKind } from "../services.ts";

type Limit = AdapterKind["text"];

/** A text is cut at a gap only if at least this share of the maximum length is kept. */
const MIN_SHARE = 0.5;

/** Splits a text into messages, between lines or words if possible, and never within a character. */
export function partsOf(text: string, { most, unit, lines = false }: Limit): string[] {
  const whole = lines ? text.split(/\r\n|[\r\n]/) : [text];
  return whole.filter((line) => line.trim() !== "").flatMap((line) => [...cut(line, Math.max(8, most), unit)]);
}

function* cut(text: string, most: number, unit: Limit["unit"]): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = fitting(text, start, most, unit);
    if (end >= text.length) {
      yield text.slice(start);
      return;
    }
    const at = gapBefore(text, start, end);
    const part = text.slice(start, at).trimEnd();
    if (part !== "") yield part;
    start = at;
    // The white space at the cut is dropped.
    while (start < text.length && isSpace(text, start)) start++;
  }
}

/** The end of the longest part that starts at `start`. Characters are UTF-16 units: no platform counts more. */
function fitting(text: string, start: number, most: number, unit: Limit["unit"]): number {
  let at = start;
  let size = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) as number;
    const width = point > 0xffff ? 2 : 1;
    size += unit === "characters" ? width : point < 0x80 ? 1 : point < 0x800 ? 2 : point > 0xffff ? 4 : 3;
    if (size > most) return at;
    at += width;
  }
  return at;
}

function gapBefore(text: string, start: number, end: number): number {
  const least = start + Math.floor((end - start) * MIN_SHARE);
  const isGap = (at: number, isLine: boolean) => (isLine ? text[at] === "\n" : isSpace(text, at));
  for (const isLine of [true, false])
    for (let at = end; at >= least && at > start; at--) if (isGap(at, isLine)) return at;
  return graphemeBoundary(text, start, end);
}

/** The last grapheme boundary, so that combined characters such as accented letters and emoji stay together. */
function graphemeBoundary(text: string, start: number, end: number): number {
  const from = Math.max(start, end - 64);
  let last = from;
  for (const { index } of segmenter.segment(text.slice(from, end + 64))) {
    if (from + index > end) break;
    last = from + index;
  }
  return last > from ? last : end;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const isSpace = (text: string, at: number): boolean => /\s/.test(text[at] as string);
