// Bold, colors (with their digits), reset, monospace, reverse, italics, strikethrough, underline; then all other
// control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: formatting codes are control characters
const FORMAT = /\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04(?:[0-9a-f]{6}(?:,[0-9a-f]{6})?)?|[\x00-\x08\x0a-\x1f\x7f]/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: formatting codes are control characters
const NEVER = /[\x00\x01\x7f]/g;

/** The text without formatting codes. */
export const plain = (text: string): string => text.replace(FORMAT, "");

/** CTCP ACTION, which clients use for `/me`. */
const ACTION = "\u0001ACTION ";

/** The text of a PRIVMSG as a person reads it. Undefined for other CTCP requests. */
export function read(message: string, nick: string): string | undefined {
  if (!message.startsWith("\u0001")) return plain(message);
  if (!message.startsWith(ACTION)) return undefined;
  return `* ${nick} ${plain(message.slice(ACTION.length))}`;
}

/** Splits a text into lines of at most `bytes` bytes, between words if possible, and never within a character. */
export function linesOf(text: string, bytes: number): string[] {
  const me = /^\/me[ \t]+(?=\S)/.exec(text);
  const room = me ? bytes - ACTION.length - 1 : bytes;
  const lines = text
    .slice(me?.[0].length ?? 0)
    .replace(NEVER, "")
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .filter((line) => line.trim() !== "")
    .flatMap((line) => wrapped(line, room));
  return me ? lines.map((line) => `${ACTION}${line}\u0001`) : lines;
}

function wrapped(line: string, bytes: number): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > bytes || Buffer.byteLength(rest) > bytes) {
    const end = endOf(rest, bytes);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "") parts.push(rest);
  return parts;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function endOf(text: string, bytes: number): number {
  // No character is shorter than a byte, so longer texts need not be examined.
  const start = text.slice(0, bytes + 1);
  let size = 0;
  let space = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(start)) {
    size += Buffer.byteLength(segment);
    if (size > bytes) break;
    if (segment === " ") space = index + 1;
    end = index + segment.length;
  }
  if (space > end / 2) return space;
  return end > 0 ? end : codePoints(text, bytes);
}

/** For a character that is longer than a line: as many code points as fit. */
function codePoints(text: string, bytes: number): number {
  let size = 0;
  let end = 0;
  for (const point of text) {
    size += Buffer.byteLength(point);
    if (size > bytes && end > 0) break;
    end += point.length;
  }
  return end;
}
