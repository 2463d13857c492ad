/** A component of an iCalendar text that stands directly in a calendar. */
export interface Portion {
  /** VEVENT, VTIMEZONE and so on. */
  readonly name: string;
  readonly text: string;
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly isCut: boolean;
}

const BEGIN = /^BEGIN:\s*([A-Za-z-]+)\s*$/i;
const END = /^END:\s*([A-Za-z-]+)\s*$/i;

/**
 * Takes a text apart into the components of its calendars, one at a time, without reading what they hold: so that a text
 * of many megabytes is read bit by bit. Answers nothing for what is no iCalendar.
 */
export function* portionsOf(text: string): Generator<Portion> {
  const lines = linesOf(text);
  let depth = 0;
  let open: { name: string; line: number; lines: string[] } | undefined;
  for (const { line, number } of lines) {
    const [, begun] = BEGIN.exec(line) ?? [];
    if (begun !== undefined) {
      depth++;
      if (depth === 2) open = { name: begun.toUpperCase(), line: number, lines: [] };
    }
    open?.lines.push(line);
    if (!END.test(line)) continue;
    depth = Math.max(0, depth - 1);
    if (depth > 1 || !open) continue;
    yield { name: open.name, line: open.line, text: open.lines.join("\r\n"), isCut: false };
    open = undefined;
  }
  if (open) yield { name: open.name, line: open.line, text: "", isCut: true };
}

/** Whether a text begins as iCalendar does. */
export const isICalendar = (text: string): boolean => /^\uFEFF?\s*BEGIN:VCALENDAR\s*[\r\n]/i.test(text.slice(0, 4_096));

function* linesOf(text: string): Generator<{ line: string; number: number }> {
  const end = text.includes("\n") ? "\n" : "\r";
  let number = 0;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; ) {
    const next = text.indexOf(end, at);
    const line = text.slice(at, next < 0 ? text.length : next);
    number++;
    yield { line: line.endsWith("\r") ? line.slice(0, -1) : line, number };
    at = next < 0 ? text.length : next + 1;
  }
}
