import { setImmediate as turn } from "node:timers/promises";
import ICAL from "ical.js";
import { MAX_EVENTS, tooManyEvents } from "./import-size.ts";
import { type Component, textOf, Unreadable } from "./jcal.ts";
import { type Portion, portionsOf } from "./portions.ts";
import { type Draft, readEvent } from "./read.ts";
import { zoneReader } from "./zones.ts";

/** A problem in a component; components with errors are skipped. */
export interface Diagnostic {
  readonly line: number;
  readonly component: string;
  readonly uid?: string;
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** Result of reading an iCalendar text. */
export interface ParsedText {
  readonly drafts: readonly Draft[];
  /** Number of skipped components: not events, or unreadable. */
  readonly left: number;
  /** The first problems, and the total number. */
  readonly diagnostics: readonly Diagnostic[];
  readonly diagnosticCount: number;
  /** VTIMEZONE definitions by TZID. */
  readonly definitions: ReadonlyMap<string, Component>;
}

const MAX_DIAGNOSTICS = 100;
const MAX_DEFINITION = 65_536;
/** Milliseconds of work before yielding to the event loop. */
const YIELD_AFTER = 10;

/**
 * Reads an iCalendar text in portions. Unreadable components are reported and do not affect others. `zone` is the time
 * zone of floating times.
 */
export async function readText(text: string, zone: string): Promise<ParsedText> {
  const definitions = new Map<string, Component>();
  const events: Portion[] = [];
  const drafts: Draft[] = [];
  const diagnostics: Diagnostic[] = [];
  let [count, left, eventCount] = [0, 0, 0];
  const report = (diagnostic: Diagnostic) => {
    count++;
    if (diagnostics.length < MAX_DIAGNOSTICS) diagnostics.push(diagnostic);
  };
  const skip = ({ line, name: component }: Portion, message: string, uid?: string) => {
    left++;
    report({ line, component, severity: "error", message, ...(uid !== undefined && { uid }) });
  };
  const yieldIfDue = pacer();
  for (const portion of portionsOf(text)) {
    await yieldIfDue();
    if (!portion) continue;
    if (portion.refused !== undefined) skip(portion, portion.refused);
    else if (portion.isCut) skip(portion, "the text ends in the middle of it");
    else if (portion.name === "VTIMEZONE") define(portion, definitions, skip);
    else if (portion.name === "VEVENT" && ++eventCount <= MAX_EVENTS) events.push(portion);
    else if (portion.name === "VEVENT") continue;
    else skip(portion, "it is not an event");
  }
  // Counted before any is parsed, which takes most of the time.
  if (eventCount > MAX_EVENTS) throw new Unreadable(tooManyEvents(eventCount));
  const zoneOf = zoneReader(definitions);
  for (const portion of events) {
    await yieldIfDue();
    let uid: string | undefined;
    const said = () => (uid === undefined ? {} : { uid: uid.slice(0, 200) });
    const { line, name: component } = portion;
    const warn = (message: string) => report({ line, component, ...said(), severity: "warning", message });
    try {
      const parsed = ICAL.parse(portion.text) as Component;
      uid = textOf(parsed, "uid");
      drafts.push(readEvent(parsed, { zone, zoneOf, warn }));
    } catch (fault) {
      skip(portion, fault instanceof Unreadable ? fault.message : messageOf(fault), said().uid);
    }
  }
  return { drafts, left, diagnostics, diagnosticCount: count, definitions };
}

function define(
  portion: Portion,
  definitions: Map<string, Component>,
  leave: (portion: Portion, message: string) => void,
): void {
  try {
    const parsed = ICAL.parse(portion.text) as Component;
    const tzid = textOf(parsed, "tzid");
    if (tzid && portion.text.length <= MAX_DEFINITION) definitions.set(tzid, parsed);
  } catch (fault) {
    leave(portion, messageOf(fault));
  }
}

/** The parser's message, shortened so that it repeats little of the text. */
const messageOf = (fault: unknown): string =>
  `it cannot be read: ${fault instanceof Error ? fault.message.replace(/\s+/g, " ").slice(0, 160) : "invalid iCalendar"}`;

/** Returns a function that yields to the event loop from time to time. */
export function pacer(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < YIELD_AFTER) return undefined;
    return turn().then(() => {
      since = performance.now();
    });
  };
}
