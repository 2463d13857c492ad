import stringWidth from "string-width";

/**
 * Code units that are measured at once. Finding the characters of a text takes quadratic time: several minutes for a
 * text of 100,000 characters.
 */
const PART = 500;

/** The characters that a text takes in a terminal, where a wide one counts twice and colors have no width. */
export function widthOf(text: string): number {
  let width = 0;
  for (const part of partsOf(text)) width += stringWidth(part);
  return width;
}

/** Whether a text is wider than this. Of a long text only the beginning is measured. */
export function isWider(text: string, width: number): boolean {
  let taken = 0;
  for (const part of partsOf(text)) {
    taken += stringWidth(part);
    if (taken > width) return true;
  }
  return false;
}

/** Parts of a text that do not divide a character of two code units, or a color. */
export function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = at + PART;
    if (end < text.length) {
      const color = text.lastIndexOf("\u001b", end);
      if (color > at && color > end - 10) end = color;
      else if (isLowSurrogate(text.charCodeAt(end))) end--;
    }
    yield text.slice(at, end);
    at = end;
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
