import ICAL from "ical.js";
import type { EventRecord } from "../collections.ts";
import { exdatesOf, isStartInRule, rdatesOf } from "../recurrence/occurrences.ts";
import { wallOf } from "../time/zone.ts";
import type { Component, Property } from "./jcal.ts";
import { peopleAsProperties } from "./people.ts";

// The library does not count the leading space of a folded line, whose limit is 75 octets including it.
ICAL.foldLength = 74;

interface Kept {
  readonly properties?: readonly Property[];
  readonly components?: readonly Component[];
  readonly parameters?: Readonly<Record<string, Record<string, string>>>;
  readonly tzid?: string;
  readonly zone?: string;
}
const keptOf = ({ safePayload }: Pick<EventRecord, "safePayload">): Kept =>
  (safePayload.ical as Kept | undefined) ?? {};

/** TZID of an event's zone: the original one if the event was imported. */
export function tzidOf(event: EventRecord, zone = event.startTimezone): string | undefined {
  const { tzid, zone: meant } = keptOf(event);
  return tzid !== undefined && meant === zone ? tzid : zone;
}

/** Zones that the times of an event are written in, except UTC. */
export const zonesOf = (event: EventRecord): string[] =>
  event.allDay
    ? []
    : ([event.startTimezone, event.endTimezone].filter((zone) => zone !== undefined && zone !== "UTC") as string[]);

/** An event as a VEVENT. An occurrence has a RECURRENCE-ID in the time zone of its series. */
export function componentOf(event: EventRecord, series?: EventRecord): Component {
  const { properties = [], components = [], parameters = {} } = keptOf(event);
  const created: Property = ["created", {}, "date-time", utc(event.createdAt)];
  const own: Property[] = [
    ["uid", {}, "text", event.icalUid],
    ["dtstamp", {}, "date-time", utc(event.stampAt ?? event.updatedAt)],
    ...(properties.some(([name]) => name === "created") ? [] : [created]),
    ["last-modified", {}, "date-time", utc(event.stampAt ?? event.updatedAt)],
    ["sequence", {}, "integer", event.sequence],
    text("summary", event.title, parameters),
    ...optional("description", event.description, parameters),
    ...optional("location", event.location, parameters),
    moment("dtstart", [event.startAt], event),
    moment("dtend", [event.endAt], event, event.endTimezone),
    ...recurrenceOf(event, series),
    ["status", {}, "text", event.status.toUpperCase()],
    ["transp", {}, "text", event.busyStatus === "free" ? "TRANSPARENT" : "OPAQUE"],
    ...classOf(event, properties),
    ...peopleAsProperties(event.attendees),
  ];
  return ["vevent", [...own, ...properties.filter(([name]) => name !== "class")], [...components]];
}

function recurrenceOf(event: EventRecord, series: EventRecord | undefined): Property[] {
  if (event.originalStartAt !== undefined) return [moment("recurrence-id", [event.originalStartAt], series ?? event)];
  const rule = event.recurrenceRule;
  const exdates = exdatesOf(event);
  const start = isStartInRule(event) || exdates.includes(event.startAt) ? [] : [event.startAt];
  const rdates = [...start, ...rdatesOf(event)];
  return [
    ...(rule === undefined ? [] : [ICAL.parse.property(`RRULE:${rule}`) as Property]),
    ...(exdates.length > 0 ? [moment("exdate", exdates, event)] : []),
    ...(rdates.length > 0 ? [moment("rdate", rdates, event)] : []),
  ];
}

/** Keeps CONFIDENTIAL or a vendor's CLASS while the event is still private. */
function classOf({ visibility }: EventRecord, properties: readonly Property[]): Property[] {
  const before = properties.find(([name]) => name === "class");
  if (visibility === "default") return [];
  return before && visibility === "private" ? [before] : [["class", {}, "text", visibility.toUpperCase()]];
}

type Parameters = Readonly<Record<string, Record<string, string>>>;
/** Line feeds are escaped when iCalendar is written; some readers treat a carriage return as the end of the line. */
const text = (name: string, value: string, parameters: Parameters): Property => [
  name,
  parameters[name] ?? {},
  "text",
  value.replace(/\r\n?/g, "\n"),
];
const optional = (name: string, value: string | undefined, parameters: Parameters): Property[] =>
  value === undefined ? [] : [text(name, value, parameters)];

const seconds = (at: number): string => new Date(at).toISOString().slice(0, 19);
const utc = (at: number): string => `${seconds(at)}Z`;

/** A property with times in the zone of an event, or with dates for an all-day event. */
function moment(name: string, moments: readonly number[], event: EventRecord, zone = event.startTimezone): Property {
  if (event.allDay) return [name, {}, "date", ...moments.map((at) => seconds(at).slice(0, 10))];
  if (zone === undefined || zone === "UTC") return [name, {}, "date-time", ...moments.map(utc)];
  return [name, { tzid: tzidOf(event, zone) ?? zone }, "date-time", ...moments.map((at) => seconds(wallOf(zone, at)))];
}
