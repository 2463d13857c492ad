import { omitUndefined, type Transacting } from "@postern/core";
import { answerFrom } from "@postern/core/fields";
import { showAttendee } from "./attendee.ts";
import { atLeast, roleOf, type Seen } from "./calendar.ts";
import { type CalendarRecord, calendars, type EventRecord, events, isLive, kindOf } from "./collections.ts";
import { EventCancelled, EventNotFound, OccurrenceNotFound, RoleMissing, SequenceMismatch } from "./errors.ts";
import { beginsAt } from "./recurrence/occurrences.ts";
import { Event, type Role } from "./schemas.ts";

const HEX = 24;

/** The id of an event to be: the digits of its calendar, and some of its own. */
export const newEventId = ({ id }: Pick<Transacting, "id">, calendarId: string): string =>
  `evt_${calendarId.slice(-HEX)}${id("").slice(-13)}`;

/** The calendar that an event's id leads to. */
export const calendarIdIn = (eventRef: string): string => `cal_${eventRef.slice(4, 4 + HEX)}`;

/** What names an event, or an occurrence of a series. */
export function refOf(text: string): { eventId: string; originalStartAt?: number } {
  const [, eventId = text, at] = /^(.+)@(0|-?[1-9][0-9]{0,14})$/.exec(text) ?? [];
  return at === undefined ? { eventId } : { eventId, originalStartAt: Number(at) };
}

/** How an occurrence is named. */
export const occurrenceId = (seriesId: string, originalStartAt: number): string => `${seriesId}@${originalStartAt}`;

/** An event as the caller finds it. */
export interface Found {
  /** Of an occurrence, the record that tells what differs from its series, or what such a record would be. */
  readonly event: EventRecord;
  /** The series that it is an occurrence of. */
  readonly series: EventRecord | undefined;
  readonly calendar: CalendarRecord;
  readonly role: Role;
  /** Whether the caller's own agent is invited. */
  readonly isInvited: boolean;
}

/** The event or occurrence, or 404 for whoever may not see it, or 403 for whoever has a lesser role than is needed. */
export async function eventOf(seen: Seen, ref: string, needed: Role = "free_busy"): Promise<Found> {
  const { store, caller } = seen;
  const { eventId, originalStartAt } = refOf(ref);
  const kept = await store.get(events, ref);
  const named = kept ?? (await store.get(events, eventId));
  const calendar = named && (await store.get(calendars, named.calendarId));
  if (!named || !calendar) throw EventNotFound({ eventId: ref });
  const isInvited = caller.agentId !== undefined && named.attendees.some(({ agentId }) => agentId === caller.agentId);
  const own = roleOf(caller, calendar);
  // Whoever is invited sees what it is invited to, on whatever calendar it stands.
  const role = isInvited && !atLeast(own ?? "free_busy", "reader") ? "reader" : own;
  if (!role) throw EventNotFound({ eventId: ref });
  if (!atLeast(role, needed)) throw RoleMissing({ calendarId: calendar.id, role, needed });
  const sight = { calendar, role, isInvited };
  if (originalStartAt === undefined) return { ...sight, event: named, series: undefined };
  const series = kept ? await store.get(events, eventId) : named;
  if (kept) return { ...sight, event: kept, series };
  if (!series || kindOf(series) !== "series" || !beginsAt(series, originalStartAt))
    throw OccurrenceNotFound({ eventId, originalStartAt });
  return { ...sight, event: occurrenceOf(series, originalStartAt), series };
}

/** An occurrence of a series that differs in nothing. */
export const occurrenceOf = (series: EventRecord, originalStartAt: number): EventRecord =>
  occurrencesOf(series)(originalStartAt);

/** Makes occurrences of one series: what they have in common is worked out once. */
export function occurrencesOf(series: EventRecord): (originalStartAt: number) => EventRecord {
  const { recurrenceRule: _rule, lastAt: _last, clientKey: _key, asked: _asked, ...rest } = series;
  const { providerEventId, attendees, startAt, endAt } = series;
  const provider = providerEventId === undefined ? {} : { providerRecurringEventId: providerEventId };
  const shared = { ...rest, ...provider, seriesId: series.id, recurrence: {} };
  return (originalStartAt) => {
    const id = occurrenceId(series.id, originalStartAt);
    return {
      ...shared,
      id,
      originalStartAt,
      startAt: originalStartAt,
      endAt: originalStartAt + (endAt - startAt),
      attendees: attendees.map((attendee) => ({ ...attendee, eventId: id })),
    };
  };
}

/** Refuses what is cancelled, or of a series that is. */
export function assertLive({ event, series }: Pick<Found, "event" | "series">): void {
  if (!isLive(event)) throw EventCancelled({ eventId: series && !isLive(series) ? series.id : event.id });
  if (series && !isLive(series)) throw EventCancelled({ eventId: series.id });
}

export function assertSequence({ id, sequence }: EventRecord, expected: number | undefined): void {
  if (expected !== undefined && expected !== sequence) throw SequenceMismatch({ eventId: id, expected, sequence });
}

const shownEvent = answerFrom(Event);

/** An event as callers see it who may see all of it: without what is kept for ourselves, its members in one order. */
export const showWhole = (event: EventRecord): Event =>
  shownEvent({ ...event, attendees: event.attendees.map(showAttendee) });

/** An event as a caller sees it, with every member that an answer has. */
export const showEvent = (event: EventRecord, role: Role, isInvited = false): Event =>
  showWhole(seenEvent(event, role, isInvited));

/** Of a private event, or for those who see times only, no more than that somebody is busy. */
export function seenEvent(event: EventRecord, role: Role, isInvited = false): EventRecord {
  const isOpen = event.visibility === "private" ? atLeast(role, "writer") : atLeast(role, "reader");
  if (isOpen || isInvited) return event;
  const { id, uid, icalUid, accountId, calendarId, seriesId, startTimezone, endTimezone, allDay } = event;
  const { startAt, endAt, originalStartAt, createdAt, updatedAt, deletedAt, sequence, busyStatus, status } = event;
  return omitUndefined({
    id,
    uid,
    icalUid,
    accountId,
    calendarId,
    seriesId,
    title: busyStatus === "busy" ? "Busy" : "Free",
    recurrenceRule: event.recurrenceRule,
    startTimezone,
    endTimezone,
    allDay,
    startAt,
    endAt,
    originalStartAt,
    createdAt,
    updatedAt,
    deletedAt,
    sequence,
    busyStatus,
    status,
    visibility: event.visibility,
    descriptionRedactionStatus: "redacted" as const,
    locationRedactionStatus: "redacted" as const,
    recurrence: event.recurrence,
    providerProvenance: {},
    safePayload: {},
    attendees: [],
  });
}

/** What an event of the gateway tells of one: which, and no more. */
export const toldEvent = ({ calendarId, id, sequence }: EventRecord) => ({ calendarId, eventId: id, sequence });

/** A change that is told to those who are invited: what the event was taken from says it no more. */
export function touched({ stampAt: _stampAt, ...event }: EventRecord, now: number): EventRecord {
  return { ...event, sequence: event.sequence + 1, updatedAt: now };
}
