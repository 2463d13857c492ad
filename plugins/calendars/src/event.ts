import { omitUndefined, type Transacting } from "@postern/core";
import { answerFrom } from "@postern/kit/fields";
import { showAttendee } from "./attendee.ts";
import { atLeast, roleOf, type Viewer } from "./calendar.ts";
import { type CalendarRecord, calendars, type EventRecord, events, isLive, kindOf } from "./collections.ts";
import { EventCancelled, EventNotFound, OccurrenceNotFound, RoleMissing, SequenceMismatch } from "./errors.ts";
import { startsAt } from "./recurrence/occurrences.ts";
import { Event, type Role } from "./schemas.ts";

const HEX = 24;

/** Creates an event id: the digits of the calendar's id and a unique suffix. */
export const newEventId = ({ id }: Pick<Transacting, "id">, calendarId: string): string =>
  `evt_${calendarId.slice(-HEX)}${id("").slice(-13)}`;

/** The id of the calendar that an event id belongs to. */
export const calendarIdIn = (eventRef: string): string => `cal_${eventRef.slice(4, 4 + HEX)}`;

/** Parses the id of an event or occurrence. */
export function refOf(text: string): { eventId: string; originalStartAt?: number } {
  const [, eventId = text, at] = /^(.+)@(0|-?[1-9][0-9]{0,14})$/.exec(text) ?? [];
  return at === undefined ? { eventId } : { eventId, originalStartAt: Number(at) };
}

/** The id of an occurrence. */
export const occurrenceId = (seriesId: string, originalStartAt: number): string => `${seriesId}@${originalStartAt}`;

/** An event, with the caller's access to it. */
export interface EventAccess {
  /** For an occurrence, its own record if it was changed individually; otherwise derived from the series. */
  readonly event: EventRecord;
  /** For an occurrence, its series. */
  readonly series: EventRecord | undefined;
  readonly calendar: CalendarRecord;
  readonly role: Role;
  /** Whether the caller's own agent is invited. */
  readonly isInvited: boolean;
}

/** The event or occurrence, or 404 if the caller may not see it, or 403 if the role is not sufficient. */
export async function eventOf(seen: Viewer, ref: string, needed: Role = "free_busy"): Promise<EventAccess> {
  const { store, caller } = seen;
  const { eventId, originalStartAt } = refOf(ref);
  const kept = await store.get(events, ref);
  const named = kept ?? (await store.get(events, eventId));
  const calendar = named && (await store.get(calendars, named.calendarId));
  if (!named || !calendar) throw EventNotFound({ eventId: ref });
  const isInvited = caller.agentId !== undefined && named.attendees.some(({ agentId }) => agentId === caller.agentId);
  const own = roleOf(caller, calendar);
  // An invited agent sees the event, whichever calendar it belongs to.
  const role = isInvited && !atLeast(own ?? "free_busy", "reader") ? "reader" : own;
  if (!role) throw EventNotFound({ eventId: ref });
  if (!atLeast(role, needed)) throw RoleMissing({ calendarId: calendar.id, role, needed });
  const sight = { calendar, role, isInvited };
  if (originalStartAt === undefined) return { ...sight, event: named, series: undefined };
  const series = kept ? await store.get(events, eventId) : named;
  if (kept) return { ...sight, event: kept, series };
  if (!series || kindOf(series) !== "series" || !startsAt(series, originalStartAt))
    throw OccurrenceNotFound({ eventId, originalStartAt });
  return { ...sight, event: occurrenceOf(series, originalStartAt), series };
}

/** An unchanged occurrence of a series. */
export const occurrenceOf = (series: EventRecord, originalStartAt: number): EventRecord =>
  occurrencesOf(series)(originalStartAt);

/** Returns a function that creates occurrences of a series; what they have in common is computed once. */
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

/** Rejects a cancelled event, and an occurrence of a cancelled series. */
export function assertLive({ event, series }: Pick<EventAccess, "event" | "series">): void {
  if (!isLive(event)) throw EventCancelled({ eventId: series && !isLive(series) ? series.id : event.id });
  if (series && !isLive(series)) throw EventCancelled({ eventId: series.id });
}

export function assertSequence({ id, sequence }: EventRecord, expected: number | undefined): void {
  if (expected !== undefined && expected !== sequence) throw SequenceMismatch({ eventId: id, expected, sequence });
}

const shownEvent = answerFrom(Event);

/** The full event as shown to callers, without internal fields. */
export const showFullEvent = (event: EventRecord): Event =>
  shownEvent({ ...event, attendees: event.attendees.map(showAttendee) });

/** An event as shown to a caller with this role. */
export const showEvent = (event: EventRecord, role: Role, isInvited = false): Event =>
  showFullEvent(redactEvent(event, role, isInvited));

/** Reduces an event to its times and busy status if it is private or the role is free_busy. */
export function redactEvent(event: EventRecord, role: Role, isInvited = false): EventRecord {
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

/** Data of gateway events about an event: ids only. */
export const eventData = ({ calendarId, id, sequence }: EventRecord) => ({ calendarId, eventId: id, sequence });

/** Increases the sequence and drops the imported time stamp, which no longer describes the content. */
export function revised({ stampAt: _stampAt, ...event }: EventRecord, now: number): EventRecord {
  return { ...event, sequence: event.sequence + 1, updatedAt: now };
}
