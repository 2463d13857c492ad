import ICAL from "ical.js";
import { refusalOf } from "../../ical/portions.ts";
import { Fault } from "../fault.ts";
import { instantOf, timeLike, type ZoneDefault } from "./times.ts";

/** Parses a calendar object of a server. Throws a Fault if it is invalid or would take too long to parse. */
export function openObject(text: string): ICAL.Component {
  const refusal = refusalOf(text);
  if (refusal !== undefined) throw new Fault("bad_answer", `The server's iCalendar object is too large: ${refusal}`);
  try {
    const parsed = ICAL.parse(text);
    const [first] = Array.isArray(parsed[0]) ? (parsed as unknown[][]) : [parsed];
    const opened = new ICAL.Component(first as never);
    if (opened.name === "vcalendar") return opened;
  } catch {
    // Reported below, with a message that does not repeat the text.
  }
  throw new Fault("bad_answer", "The object on the server is not valid iCalendar");
}

/** The series or single event of an object; undefined if it contains only occurrences. */
export const masterOf = (object: ICAL.Component): ICAL.Component | undefined =>
  object.getAllSubcomponents("vevent").find((event) => !event.hasProperty("recurrence-id"));

/** Whether an event is the override of the occurrence with this original start time. */
export function isOverrideOf(event: ICAL.Component, instant: number, place: ZoneDefault): boolean {
  const id = event.getFirstProperty("recurrence-id");
  return id !== null && instantOf(id, place) === instant;
}

export const overrideOf = (object: ICAL.Component, instant: number, place: ZoneDefault): ICAL.Component | undefined =>
  object.getAllSubcomponents("vevent").find((event) => isOverrideOf(event, instant, place));

const OF_THE_SERIES = ["rrule", "rdate", "exdate", "exrule"];

/** Adds an override for one occurrence with the content of the series. */
export function addOverride(object: ICAL.Component, instant: number, place: ZoneDefault): ICAL.Component | undefined {
  const master = masterOf(object);
  const start = master?.getFirstProperty("dtstart");
  if (!master || !start) return undefined;
  const made = new ICAL.Component(structuredClone(master.toJSON()) as never);
  for (const name of OF_THE_SERIES) made.removeAllProperties(name);
  const shift = instant - instantOf(start, place);
  const end = master.getFirstProperty("dtend");
  const ends = end && timeLike(ICAL.Time, end, instantOf(end, place) + shift, place);
  const begins = timeLike(ICAL.Time, start, instant, place);
  object.addSubcomponent(made);
  const set = (name: string, time: ICAL.Time, like: ICAL.Property) => {
    const property = new ICAL.Property(name);
    const tzid = like.getFirstParameter("tzid");
    if (tzid) property.setParameter("tzid", tzid);
    property.resetType(time.isDate ? "date" : "date-time");
    property.setValue(time);
    made.removeAllProperties(name);
    made.addProperty(property);
  };
  set("recurrence-id", begins, start);
  set("dtstart", begins, start);
  if (end && ends) set("dtend", ends, end);
  return made;
}

/** An address in the form used for comparison. */
export const addressIn = (value: unknown): string =>
  String(value ?? "")
    .trim()
    .replace(/^mailto:/i, "")
    .toLowerCase();

/** The addresses of an attendee. */
export const addressesOf = (property: ICAL.Property): string[] => [
  addressIn(property.getFirstValue()),
  addressIn(property.getFirstParameter("email")),
];

/** Sets the organizer of events with attendees, unless they have one that can be reached by e-mail. */
export function addOrganizer(object: ICAL.Component, email: string): void {
  for (const event of object.getAllSubcomponents("vevent")) {
    const isReachable = /^mailto:./i.test(String(event.getFirstPropertyValue("organizer") ?? ""));
    if (event.hasProperty("attendee") && !isReachable) event.updatePropertyWithValue("organizer", `mailto:${email}`);
  }
}

/** The attendee of an event with this address. */
export const attendeeOf = (event: ICAL.Component, address: string): ICAL.Property | undefined =>
  event.getAllProperties("attendee").find((property) => addressesOf(property).includes(address));
