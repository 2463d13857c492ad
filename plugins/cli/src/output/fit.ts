import cliTruncate from "cli-truncate";
import stringWidth from "string-width";

/** Cuts a text to a width in characters of a terminal, where a wide one counts twice. */
export const cut = (text: string, width: number): string =>
  stringWidth(text) > width ? cliTruncate(text, width) : text;

export const padded = (text: string, width: number): string =>
  text + " ".repeat(Math.max(width - stringWidth(text), 0));

/** Joins parts into as few lines of a width as possible. A part that is longer than a line is cut. */
export function packed(parts: readonly string[], width: number, gap = " "): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1)}${gap}${part}`;
    if (lines.length > 0 && stringWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(cut(part, width));
  }
  return lines;
}

/** Breaks a text between words into lines of a width; what does not fit into the last line is cut. */
export function wrapped(text: string, width: number, count: number): string[] {
  const words = text.split(" ");
  const lines: string[] = [];
  while (words.length > 0 && lines.length < count - 1) {
    const taken = packed(words, width)[0] ?? "";
    // A word that is longer than a line: the rest is cut there, and nothing behind it is shown.
    if (taken.length < (words[0] ?? "").length) break;
    lines.push(taken);
    words.splice(0, taken.split(" ").length);
  }
  return words.length > 0 ? [...lines, cut(words.join(" "), width)] : lines;
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
