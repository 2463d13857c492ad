import type { CalendarEvent } from "@postern/client/api";
import { addDays, dateOf, instantOf, localText, ownZone, utcDate } from "./zone.ts";

/** An event as it is entered. */
export interface Draft {
  readonly calendar: string;
  readonly title: string;
  readonly isAllDay: boolean;
  /** As `datetime-local` has it, in the time zone of the draft. The end of an all-day event is its last day. */
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  readonly rule: string;
  readonly location: string;
  readonly description: string;
  /** Agents and e-mail addresses, one a line or separated by commas. */
  readonly attendees: string;
}

/** A time that a person chose for a new event. */
export interface Slot {
  readonly startAt: number;
  readonly endAt: number;
  readonly isAllDay?: boolean;
  readonly attendees?: string;
}

export function draftIn({ startAt, endAt, isAllDay = false, attendees = "" }: Slot, calendar: string): Draft {
  return {
    ...{ calendar, isAllDay, attendees, zone: ownZone },
    ...{ title: "", rule: "", location: "", description: "" },
    start: isAllDay ? `${dateOf(startAt)}T09:00` : localText(startAt, ownZone),
    end: isAllDay ? `${addDays(dateOf(endAt), -1)}T10:00` : localText(endAt, ownZone),
  };
}

export function draftOf(event: CalendarEvent): Draft {
  const { calendarId, title, allDay, startAt, endAt, location, description, recurrenceRule } = event;
  const zone = event.startTimezone || ownZone;
  return {
    ...{ calendar: calendarId, title, isAllDay: allDay, zone, location, description, attendees: "" },
    rule: recurrenceRule,
    start: allDay ? `${utcDate(startAt)}T09:00` : localText(startAt, zone),
    end: allDay ? `${addDays(utcDate(endAt), -1)}T10:00` : localText(endAt, zone),
  };
}

/** The fields that differ from the event, or those of a new one. An empty text clears a field. */
export function inputOf(draft: Draft, event?: CalendarEvent): Record<string, unknown> {
  const before = event && draftOf(event);
  const isNew = (name: keyof Draft): boolean => (before ? draft[name] !== before[name] : draft[name] !== "");
  const areTimesNew = isNew("start") || isNew("end") || isNew("isAllDay") || isNew("zone");
  return {
    ...(isNew("title") && { title: draft.title.trim() }),
    ...(areTimesNew && timesOf(draft)),
    ...(isNew("isAllDay") && { allDay: draft.isAllDay }),
    ...(isNew("zone") && !draft.isAllDay && { startTimezone: draft.zone }),
    ...(isNew("rule") && { recurrenceRule: draft.rule.trim() }),
    ...(isNew("location") && { location: draft.location.trim() }),
    ...(isNew("description") && { description: draft.description }),
    ...(!event && { calendar: draft.calendar, ...attendeesOf(draft.attendees) }),
  };
}

const timesOf = ({ isAllDay, start, end, zone }: Draft) =>
  isAllDay
    ? { startAt: start.slice(0, 10), endAt: addDays(end.slice(0, 10), 1) }
    : { startAt: instantOf(start, zone), endAt: instantOf(end, zone) };

/** Who is meant: an agent, or an e-mail address. */
export const inviteeOf = (text: string) =>
  text.includes("@") ? { email: text } : { agent: text.replace(/^agent:/, "") };

export const namesIn = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

function attendeesOf(text: string) {
  const names = namesIn(text);
  return names.length > 0 ? { attendees: names.map(inviteeOf) } : {};
}
