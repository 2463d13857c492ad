import { digestOf, omitUndefined } from "@postern/core";
import ICAL from "ical.js";
import { MAX_ATTENDEES } from "../attendee.ts";
import type { EventRecord } from "../collections.ts";
import { endOf } from "../recurrence/occurrences.ts";
import { assertRule, RuleFault, spellRule } from "../recurrence/rule.ts";
import { momentOfWall, wallOf } from "../time/zone.ts";
import { type Component, type Property, propertiesOf, propertyOf, textOf, Unreadable } from "./jcal.ts";
import { type Person, peopleIn } from "./people.ts";
import { type Clock, endAfter, firstMoment, type Moment, momentsIn } from "./times.ts";

/** An event read from iCalendar text. */
export interface Draft {
  readonly uid: string;
  /** Original start time of an occurrence; undefined for a series or a single event. */
  readonly originalStartAt: number | undefined;
  readonly sequence: number;
  /** LAST-MODIFIED, or else DTSTAMP. */
  readonly stampAt: number | undefined;
  readonly people: readonly Person[];
  readonly members: Pick<
    EventRecord,
    "title" | "allDay" | "startAt" | "endAt" | "recurrence" | "status" | "busyStatus" | "visibility" | "safePayload"
  > &
    Partial<
      Pick<EventRecord, "description" | "location" | "startTimezone" | "endTimezone" | "recurrenceRule" | "lastAt">
    >;
}

/** Properties that are interpreted; all others are kept unchanged. */
const UNDERSTOOD = new Set(
  "uid dtstamp last-modified sequence dtstart dtend duration summary description location status transp class rrule rdate exdate recurrence-id attendee organizer".split(
    " ",
  ),
);
/** Maximum size of the kept properties of an event, in characters. */
const MAX_KEPT = 65_536;
const MAX_DATES = 2_000;

/**
 * Reads a VEVENT. Throws Unreadable if it is not a valid event, and warns about parts that are imported differently or
 * dropped.
 */
export function readEvent(component: Component, clock: Clock): Draft {
  const start = startOf(component, clock);
  const recurrenceId = propertyOf(component, "recurrence-id");
  if (recurrenceId?.[1].range !== undefined)
    clock.warn("a change of an occurrence and all later ones is applied to that occurrence only");
  const times = timesOf(component, start, clock, recurrenceId === undefined);
  const [description, location] = [
    truncatedText(component, "description", 65_536, clock),
    truncatedText(component, "location", 2_000, clock),
  ];
  return {
    uid: (textOf(component, "uid")?.trim() || fingerprint(component, clock)).slice(0, 1_000),
    originalStartAt: recurrenceId && alignToStart(firstMoment(recurrenceId, clock), start),
    sequence: Math.min(Math.max(0, Math.trunc(Number(textOf(component, "sequence") ?? 0)) || 0), 2 ** 31),
    stampAt: stampOf(component, clock),
    people: attendeesIn(component, clock),
    members: omitUndefined({
      title: truncatedText(component, "summary", 1_000, clock)?.trim() || "Untitled",
      description: description || undefined,
      location: location || undefined,
      ...times,
      status: statusOf(component),
      busyStatus: textOf(component, "transp")?.toUpperCase() === "TRANSPARENT" ? ("free" as const) : ("busy" as const),
      visibility: visibilityOf(component),
      safePayload: payloadOf(component, start, clock),
    }),
  };
}

function startOf(component: Component, clock: Clock): Moment {
  const property = propertyOf(component, "dtstart");
  if (!property) throw new Unreadable("it has no DTSTART");
  return firstMoment(property, clock);
}

function timesOf(component: Component, start: Moment, clock: Clock, isMaster: boolean) {
  const end = endIn(component, start, clock);
  const zones = start.isDate ? {} : { startTimezone: start.zone, endTimezone: end.zone ?? start.zone };
  const plain = { allDay: start.isDate, startAt: start.at, endAt: end.at, ...zones, recurrence: {} };
  if (!isMaster) return plain;
  const exdates = datesIn(component, "exdate", start, clock);
  // A series always starts at its DTSTART, so an RDATE with that time adds nothing.
  const rdates = datesIn(component, "rdate", start, clock).filter((at) => at !== start.at);
  const recurrence = { ...(exdates.length > 0 && { exdates }), ...(rdates.length > 0 && { rdates }) };
  const recurrenceRule = ruleIn(component, start, clock);
  if (recurrenceRule === undefined && rdates.length === 0) return plain;
  const series = omitUndefined({ ...plain, recurrence, recurrenceRule });
  return omitUndefined({ ...series, lastAt: endOf(series) });
}

function endIn(component: Component, start: Moment, clock: Clock): { at: number; zone?: string | undefined } {
  const [end, duration] = [propertyOf(component, "dtend"), textOf(component, "duration")];
  if (!end) {
    if (duration !== undefined)
      return { at: Math.max(endAfter(start, duration), start.at + (start.isDate ? 86_400_000 : 0)) };
    return { at: start.at + (start.isDate ? 86_400_000 : 0) };
  }
  const { at, isDate, zone } = firstMoment(end, clock);
  if (isDate === start.isDate && at >= start.at + (isDate ? 1 : 0)) return { at, zone };
  clock.warn("its DTEND is not after its DTSTART and is ignored");
  return { at: start.at + (start.isDate ? 86_400_000 : 0) };
}

/** A date in a series with times means the occurrence on that day, and the other way round. */
function alignToStart(moment: Moment, start: Moment): number {
  if (moment.isDate === start.isDate) return moment.at;
  const zone = start.zone ?? moment.zone ?? "UTC";
  const time = (at: number) => ((at % 86_400_000) + 86_400_000) % 86_400_000;
  if (start.isDate) return wallOf(zone, moment.at) - time(wallOf(zone, moment.at));
  return momentOfWall(zone, moment.at + time(wallOf(zone, start.at)));
}

function datesIn(component: Component, name: string, start: Moment, clock: Clock): number[] {
  const properties = propertiesOf(component, name);
  // Counted first, because resolving each date takes far longer.
  const count = properties.reduce((sum, property) => sum + property.length - 3, 0);
  if (count > MAX_DATES) throw new Unreadable(`it has more than ${MAX_DATES} ${name.toUpperCase()}s`);
  const dates = properties.flatMap((property) => {
    if (property[2] === "period")
      clock.warn("an RDATE with its own duration is imported with the duration of the series");
    return momentsIn(property, clock).map((moment) => alignToStart(moment, start));
  });
  return [...new Set(dates)].sort((one, other) => one - other);
}

function ruleIn(component: Component, start: Moment, clock: Clock): string | undefined {
  const [property, second] = propertiesOf(component, "rrule");
  if (second) clock.warn("it has several RRULEs; only the first is used");
  if (!property) return undefined;
  try {
    const rule = spellRule(ICAL.Recur.fromData(property[3] as never).toString());
    assertRule(rule, { startAt: start.at, zone: start.isDate ? undefined : start.zone });
    return rule;
  } catch (fault) {
    if (fault instanceof RuleFault) throw new Unreadable(`its RRULE ${fault.message}`);
    throw fault;
  }
}

function stampOf(component: Component, clock: Clock): number | undefined {
  const property = propertyOf(component, "last-modified") ?? propertyOf(component, "dtstamp");
  try {
    return property && firstMoment(property, clock).at;
  } catch {
    return undefined;
  }
}

const statusOf = (component: Component): EventRecord["status"] => {
  const status = textOf(component, "status")?.toLowerCase();
  return status === "tentative" || status === "cancelled" ? status : "confirmed";
};

function visibilityOf(component: Component): EventRecord["visibility"] {
  const said = textOf(component, "class")?.toUpperCase();
  if (said === undefined) return "default";
  return said === "PUBLIC" ? "public" : "private";
}

function truncatedText(component: Component, name: string, most: number, clock: Clock): string | undefined {
  const text = textOf(component, name);
  if (text === undefined || text.length <= most) return text;
  clock.warn(`its ${name.toUpperCase()} is truncated to ${most} characters`);
  return text.slice(0, most);
}

function attendeesIn(component: Component, clock: Clock): Person[] {
  const people = peopleIn(component);
  if (people.length > MAX_ATTENDEES)
    clock.warn(`it has more than ${MAX_ATTENDEES} attendees; only the first ${MAX_ATTENDEES} are imported`);
  return people.slice(0, MAX_ATTENDEES);
}

/** The parts of an event that are not interpreted, kept for export. */
function payloadOf(component: Component, start: Moment, clock: Clock): EventRecord["safePayload"] {
  const own = (property: Property) =>
    !UNDERSTOOD.has(property[0]) || (property[0] === "class" && !/^(PUBLIC|PRIVATE)$/i.test(String(property[3])));
  const kept = {
    properties: component[1].filter(own),
    components: component[2],
    // Parameters of interpreted properties, such as ALTREP and LANGUAGE.
    parameters: Object.fromEntries(
      ["summary", "description", "location"].flatMap((name) => {
        const parameters = propertyOf(component, name)?.[1] ?? {};
        return Object.keys(parameters).length > 0 ? [[name, parameters]] : [];
      }),
    ),
  };
  const filled = Object.fromEntries(Object.entries(kept).filter(([, value]) => Object.keys(value).length > 0));
  const named = start.tzid !== undefined && start.tzid !== start.zone ? { tzid: start.tzid, zone: start.zone } : {};
  const ical = { ...filled, ...named };
  if (Object.keys(ical).length === 0) return {};
  if (JSON.stringify(ical).length <= MAX_KEPT) return { ical };
  clock.warn(`its additional properties have more than ${MAX_KEPT} characters and are dropped`);
  return Object.keys(named).length > 0 ? { ical: named } : {};
}

/** A UID derived from the content, so that the same content always gets the same one. */
function fingerprint(component: Component, clock: Clock): string {
  clock.warn("it has no UID; one is derived from its content");
  return `${digestOf(component.filter((part) => Array.isArray(part)))}@postern`;
}
