/** A component directly inside a VCALENDAR. */
export interface Portion {
  /** VEVENT, VTIMEZONE and so on. */
  readonly name: string;
  readonly text: string;
  /** First line, counted from 1. */
  readonly line: number;
  readonly isCut: boolean;
  /** Why the component is not parsed: that would take a disproportionate amount of time. */
  readonly refused?: string;
}

/** Maximum number of characters of a component; parsing more would block the event loop for too long. */
const MAX_LENGTH = 2 ** 20;
const MAX_LINES = 20_000;
/** The parser scans the remaining parameters of a property once for each of them. */
const MAX_PARAMETERS_LENGTH = 8_192;
/** Number of lines after which the reader can yield to the event loop. */
const STRETCH = 1_000;

const BEGIN = /^BEGIN:\s*([A-Za-z-]+)\s*$/i;
const END = /^END:\s*([A-Za-z-]+)\s*$/i;

/** A component that is being read. */
interface OpenComponent {
  readonly name: string;
  readonly line: number;
  readonly lines: string[];
  length: number;
  /** Number of characters before the value of the current property, which may span several lines. */
  before: number;
  isQuoted: boolean;
  isInValue: boolean;
  refused?: string;
}

/**
 * Splits a text into the components of its calendars, one at a time and without parsing them, so that large texts can
 * be processed incrementally. Yields nothing for text that is not iCalendar, and undefined from time to time, so that
 * the reader can yield to the event loop.
 */
export function* portionsOf(text: string): Generator<Portion | undefined> {
  const lines = linesOf(text);
  let depth = 0;
  let open: OpenComponent | undefined;
  for (const { line, number } of lines) {
    if (number % STRETCH === 0) yield undefined;
    const [, begun] = BEGIN.exec(line) ?? [];
    if (begun !== undefined) {
      depth++;
      if (depth === 2) open = openComponent(begun.toUpperCase(), number);
    }
    if (open) addLine(open, line);
    if (!END.test(line)) continue;
    depth = Math.max(0, depth - 1);
    if (depth > 1 || !open) continue;
    const { name, refused } = open;
    yield {
      name,
      line: open.line,
      text: open.lines.join("\r\n"),
      isCut: false,
      ...(refused !== undefined && { refused }),
    };
    open = undefined;
  }
  if (open) yield { name: open.name, line: open.line, text: "", isCut: true };
}

const openComponent = (name: string, line: number): OpenComponent => ({
  ...{ name, line, lines: [], length: 0 },
  ...{ before: 0, isQuoted: false, isInValue: false },
});

/** Adds a line, unless the component exceeds a limit. */
function addLine(open: OpenComponent, line: string): void {
  if (open.refused !== undefined) return;
  open.length += line.length;
  if (open.length > MAX_LENGTH) open.refused = `it has more than ${MAX_LENGTH} characters`;
  else if (open.lines.length >= MAX_LINES) open.refused = `it has more than ${MAX_LINES} lines`;
  else if (parametersOf(open, line) > MAX_PARAMETERS_LENGTH)
    open.refused = `a property has more than ${MAX_PARAMETERS_LENGTH} characters of parameters`;
  if (open.refused === undefined) open.lines.push(line);
  else open.lines.length = 0;
}

/** Number of characters before the value of the current property, as far as it was read. */
function parametersOf(open: OpenComponent, line: string): number {
  const isFolded = line.startsWith(" ") || line.startsWith("\t");
  if (!isFolded) Object.assign(open, { before: 0, isQuoted: false, isInValue: false });
  for (let at = isFolded ? 1 : 0; at < line.length && !open.isInValue && open.before <= MAX_PARAMETERS_LENGTH; at++) {
    open.before++;
    if (line[at] === '"') open.isQuoted = !open.isQuoted;
    else if (line[at] === ":" && !open.isQuoted) open.isInValue = true;
  }
  return open.before;
}

/** Why a text must not be parsed as a whole, if that would take a disproportionate amount of time. */
export function refusalOf(text: string): string | undefined {
  const whole = openComponent("VCALENDAR", 1);
  for (const { line } of linesOf(text)) {
    addLine(whole, line);
    if (whole.refused !== undefined) return whole.refused;
  }
  return undefined;
}

/** Whether a text starts like iCalendar. */
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
