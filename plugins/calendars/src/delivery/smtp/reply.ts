import ICAL from "ical.js";
import type { AttendeeRecord, EventRecord } from "../../collections.ts";

/** PRODID of written iCalendar texts. */
export const PRODUCT = "-//Postern//Calendars//EN";

/** A time in iCalendar: in UTC, which needs no time zone definition, or as a date. */
export function timeOf(at: number, allDay: boolean): ICAL.Time {
  const utc = ICAL.Time.fromJSDate(new Date(at), true);
  return allDay ? ICAL.Time.fromData({ year: utc.year, month: utc.month, day: utc.day, isDate: true }) : utc;
}

export function addTime(component: ICAL.Component, name: string, at: number, allDay = false): void {
  const property = new ICAL.Property(name);
  property.resetType(allDay ? "date" : "date-time");
  property.setValue(timeOf(at, allDay));
  component.addProperty(property);
}

/** Text that cannot inject lines, because only line feeds are escaped when iCalendar is written. */
export const plain = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");

/** Text on a single line, for example for a subject. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

/** Adds an attendee or organizer. */
export function addPerson(
  component: ICAL.Component,
  name: "attendee" | "organizer",
  { email = "", displayName }: Pick<AttendeeRecord, "email" | "displayName">,
  parameters: Readonly<Record<string, string>> = {},
): void {
  const property = new ICAL.Property(name);
  property.setValue(`mailto:${email}`);
  // Quotes and line breaks are not allowed in a parameter.
  const known = displayName?.replace(/["\p{Cc}]/gu, " ").trim();
  if (known) property.setParameter("cn", known);
  for (const [key, value] of Object.entries(parameters)) property.setParameter(key, value);
  component.addProperty(property);
}

/**
 * An iTIP REPLY (RFC 5546, 3.2.3): UID, sequence and organizer of the request, the occurrence if any, and exactly one
 * attendee.
 */
export function replyOf(
  event: EventRecord,
  organizer: AttendeeRecord,
  attendee: AttendeeRecord,
  partstat: string,
  now: number,
): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.updatePropertyWithValue("prodid", PRODUCT);
  calendar.updatePropertyWithValue("version", "2.0");
  calendar.updatePropertyWithValue("method", "REPLY");
  const reply = new ICAL.Component("vevent");
  reply.updatePropertyWithValue("uid", plain(event.icalUid));
  addTime(reply, "dtstamp", now);
  addTime(reply, "dtstart", event.startAt, event.allDay);
  addTime(reply, "dtend", event.endAt, event.allDay);
  if (event.seriesId !== undefined && event.originalStartAt !== undefined)
    addTime(reply, "recurrence-id", event.originalStartAt, event.allDay);
  reply.updatePropertyWithValue("sequence", event.sequence);
  reply.updatePropertyWithValue("summary", plain(event.title));
  addPerson(reply, "organizer", organizer);
  addPerson(reply, "attendee", attendee, { partstat });
  // The semicolon that separates the parts would be escaped in a plain text value.
  reply.addProperty(new ICAL.Property(["request-status", {}, "text", ["2.0", "Success"]] as never));
  calendar.addSubcomponent(reply);
  return `${calendar.toString()}\r\n`;
}
