import { setImmediate as turn } from "node:timers/promises";
import ICAL from "ical.js";
import { type Component, textOf, Unreadable } from "./jcal.ts";
import { type Portion, portionsOf } from "./portions.ts";
import { type Draft, readEvent } from "./read.ts";
import { zoneReader } from "./zones.ts";

/** What is to be said about a component: `error` where it is left out. */
export interface Diagnostic {
  readonly line: number;
  readonly component: string;
  readonly uid?: string;
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** The events of an iCalendar text. */
export interface Read {
  readonly drafts: readonly Draft[];
  /** Components that are left out: no events, or unreadable ones. */
  readonly left: number;
  /** The first, and how many there are. */
  readonly diagnostics: readonly Diagnostic[];
  readonly diagnosticCount: number;
  /** VTIMEZONEs by their names. */
  readonly definitions: ReadonlyMap<string, Component>;
}

const MOST_DIAGNOSTICS = 100;
const MOST_DEFINITION = 65_536;
/** Milliseconds of reading before others have their turn. */
const PATIENCE = 10;

/** Components that one text may have. */
export const MOST_COMPONENTS = 50_000;

/** Reads an iCalendar text in portions; what is unreadable in it is told and does no harm to the rest. `zone` is where times stand that say none. */
export async function readText(text: string, zone: string): Promise<Read> {
  const definitions = new Map<string, Component>();
  const events: Portion[] = [];
  const drafts: Draft[] = [];
  const diagnostics: Diagnostic[] = [];
  let [count, left] = [0, 0];
  const tell = (diagnostic: Diagnostic) => {
    count++;
    if (diagnostics.length < MOST_DIAGNOSTICS) diagnostics.push(diagnostic);
  };
  const leave = ({ line, name: component }: Portion, message: string, uid?: string) => {
    left++;
    tell({ line, component, severity: "error", message, ...(uid !== undefined && { uid }) });
  };
  const others = pacer();
  for (const portion of portionsOf(text)) {
    await others();
    if (!portion) continue;
    if (portion.refused !== undefined) leave(portion, portion.refused);
    else if (portion.isCut) leave(portion, "the text ends in the middle of it");
    else if (portion.name === "VTIMEZONE") define(portion, definitions, leave);
    else if (portion.name === "VEVENT") events.push(portion);
    else leave(portion, "it is not an event");
    if (events.length > MOST_COMPONENTS) throw new Unreadable(`has more than ${MOST_COMPONENTS} events`);
  }
  const zoneOf = zoneReader(definitions);
  for (const portion of events) {
    await others();
    let uid: string | undefined;
    const said = () => (uid === undefined ? {} : { uid: uid.slice(0, 200) });
    const { line, name: component } = portion;
    const warn = (message: string) => tell({ line, component, ...said(), severity: "warning", message });
    try {
      const parsed = ICAL.parse(portion.text) as Component;
      uid = textOf(parsed, "uid");
      drafts.push(readEvent(parsed, { zone, zoneOf, warn }));
    } catch (fault) {
      leave(portion, fault instanceof Unreadable ? fault.message : wordsOf(fault), said().uid);
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
    if (tzid && portion.text.length <= MOST_DEFINITION) definitions.set(tzid, parsed);
  } catch (fault) {
    leave(portion, wordsOf(fault));
  }
}

/** What the parser says, without more of the text than helps to find the place. */
const wordsOf = (fault: unknown): string =>
  `it cannot be read: ${fault instanceof Error ? fault.message.replace(/\s+/g, " ").slice(0, 160) : "invalid iCalendar"}`;

/** Lets others have their turn, now and then. */
export function pacer(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < PATIENCE) return undefined;
    return turn().then(() => {
      since = performance.now();
    });
  };
}
