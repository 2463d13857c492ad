import stringWidth from "string-width";
import { isWider, partsOf, widthOf } from "./width.ts";

/** Cuts a text to a width in characters of a terminal, where a wide one counts twice. */
export function cut(text: string, width: number): string {
  if (!isWider(text, width)) return text;
  const beginning = beginningOf(text, width - 1);
  return `${beginning}…${COLORS.test(beginning) ? RESET : ""}`;
}

export const padded = (text: string, width: number): string =>
  isWider(text, width) ? text : text + " ".repeat(width - widthOf(text));

/** Joins parts into as few lines of a width as possible. */
export function packed(parts: readonly string[], width: number, gap: string): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1)}${gap}${part}`;
    if (lines.length > 0 && !isWider(joined, width)) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines;
}

const segmenter = new Intl.Segmenter();
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colors of the command line itself
const COLORS = /(\u001b\[[\d;]*m)/;
const RESET = "\u001b[0m";

/** Breaks a text into at most `count` lines of a width, between words if possible; the last line is cut. */
export function wrapped(text: string, width: number, count = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < count - 1 && isWider(rest, width)) {
    const fitting = beginningOf(rest, width);
    const space = rest[fitting.length] === " " ? fitting.length : fitting.lastIndexOf(" ");
    const end = space > 0 ? space : fitting.length;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, cut(rest, width)];
}

/** As much of a text as fits, at least one character. Colors have no width. */
function beginningOf(text: string, width: number): string {
  let [found, taken] = ["", 0];
  for (const part of partsOf(text))
    for (const piece of part.split(COLORS))
      for (const { segment } of piece.startsWith("\u001b") ? [{ segment: piece }] : segmenter.segment(piece)) {
        taken += stringWidth(segment);
        if (taken > width && found !== "") return found;
        found += segment;
      }
  return found;
}

/** Blocks of lines beside each other, each as wide as given. */
export function beside(blocks: readonly (readonly string[])[], width: number, gap: string): string[] {
  const height = Math.max(0, ...blocks.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    blocks
      .map((lines) => padded(lines[at] ?? "", width))
      .join(gap)
      .trimEnd(),
  );
}
