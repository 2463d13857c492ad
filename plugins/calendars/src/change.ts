import type { Transacting } from "@postern/core";
import { assertOpen, type Viewer } from "./calendar.ts";
import { type EventRecord, events, type OutboxRecord } from "./collections.ts";
import {
  CalendarArchived,
  EventCancelled,
  EventNotFound,
  OccurrenceNotFound,
  RoleMissing,
  TooManyChanges,
} from "./errors.ts";
import { assertLive, type EventAccess, eventData, eventOf, revised, showEvent } from "./event.ts";
import { eventCancelled, eventRestored, eventUpdated } from "./events.ts";
import { notify } from "./notify.ts";
import { showOutbox } from "./outbox.ts";
import { assertPartAllowed, changeParts, moveSeries, owns, withOwn } from "./parts.ts";
import type { ChangedEvent, Event, Role } from "./schemas.ts";
import { invalidField } from "./time/moment.ts";
import { isSameTime, movedTimes, TIME_MEMBERS, type TimesInput, withTimes } from "./times.ts";

/** Fields that a caller may change. An empty string clears a field. */
export interface EventChanges extends TimesInput {
  readonly title?: string;
  readonly description?: string;
  readonly location?: string;
  readonly busyStatus?: Event["busyStatus"];
  readonly visibility?: Event["visibility"];
  readonly status?: Event["status"];
}

const PLAIN = ["title", "description", "location", "busyStatus", "visibility", "status"] as const;
type Changing = Pick<EventAccess, "event" | "series" | "calendar">;

/** Errors of all operations that change an event. */
export const unchangeable = [
  EventNotFound,
  OccurrenceNotFound,
  RoleMissing,
  CalendarArchived,
  EventCancelled,
  TooManyChanges,
] as const;

/** The event or occurrence, if the caller may change it; otherwise throws one of `unchangeable`. */
export async function changeableEventOf(seen: Viewer, ref: string): Promise<EventAccess> {
  const found = await eventOf(seen, ref, "writer");
  assertOpen(found.calendar);
  assertLive(found);
  await assertPartAllowed(seen.store, found);
  return found;
}

/** Result of an operation that changes an event. */
export function showChange(
  { event, outbox }: { event: EventRecord; outbox?: OutboxRecord | undefined },
  role: Role,
): ChangedEvent {
  return { event: showEvent(event, role), ...(outbox && { outbox: showOutbox(outbox) }) };
}

/** The event with the changes applied, and the names of the changed fields. */
export function changedEvent(
  { event, series, calendar }: Changing,
  said: EventChanges,
): { after: EventRecord; names: string[] } {
  if (series && said.recurrenceRule !== undefined)
    throw invalidField(
      "recurrenceRule",
      "occurrence",
      "must not be set for a single occurrence: change the series instead",
    );
  const times = movedTimes(event, said, calendar.timezone);
  const isMoved = !isSameTime(event, times);
  const names: string[] = isMoved ? ["times"] : [];
  let after = isMoved ? withTimes(event, times) : event;
  for (const name of PLAIN) {
    const value = name === "title" ? said.title?.trim() : said[name];
    if (value === undefined || (value || undefined) === event[name]) continue;
    names.push(name);
    const { [name]: _before, ...rest } = after;
    after = { ...rest, ...(value !== "" && { [name]: value }) } as EventRecord;
  }
  return { after, names };
}

/** Stages a change of an event, its effects on individually changed occurrences, and its delivery. */
export async function changeEvent(
  ctx: Transacting,
  found: Changing,
  said: EventChanges,
): Promise<{ event: EventRecord; outbox?: OutboxRecord }> {
  const { after, names } = changedEvent(found, said);
  if (names.length === 0) return { event: found.event };
  let event = withOwn(revised(after, ctx.now), names);
  if (!found.series && names.includes("times")) event = await moveSeries(ctx, found.event, event);
  await ctx.store.put(events, event);
  if (!found.series) await changeParts(ctx, event.id, (part) => followSeries(part, event, names));
  ctx.emit(eventUpdated, eventData(event));
  const outbox = await notify(ctx, "update", { event, calendar: found.calendar });
  return { event, ...(outbox && { outbox }) };
}

/** Applies a change of the series to an individually changed occurrence, which keeps its own values. */
function followSeries(part: EventRecord, series: EventRecord, names: readonly string[]): EventRecord {
  let after = part;
  for (const name of PLAIN) {
    if (!names.includes(name) || owns(part, name) || (name === "status" && part.status === "cancelled")) continue;
    const { [name]: _before, ...rest } = after;
    after = { ...rest, ...(series[name] !== undefined && { [name]: series[name] }) } as EventRecord;
  }
  if (!names.includes("times") || owns(part, "times") || part.originalStartAt === undefined) return after;
  const { startTimezone, endTimezone, allDay } = series;
  const rest = Object.fromEntries(Object.entries(after).filter(([name]) => !TIME_MEMBERS.includes(name as never)));
  const zones = { ...(startTimezone && { startTimezone }), ...(endTimezone && { endTimezone }) };
  const startAt = part.originalStartAt;
  const endAt = startAt + (series.endAt - series.startAt);
  return { ...rest, ...zones, allDay, startAt, endAt, recurrence: {} } as EventRecord;
}

/** Stages the cancellation of an event or occurrence. */
export async function cancelEvent(ctx: Transacting, { event: before, series, calendar }: Changing) {
  const gone = { status: "cancelled" as const, formerStatus: before.status, deletedAt: ctx.now };
  const cancelled: EventRecord = { ...revised(before, ctx.now), ...gone };
  const event = withOwn(cancelled, ["status"]);
  await ctx.store.put(events, event);
  if (!series) await changeParts(ctx, event.id, (part) => ({ ...part, isSeriesGone: true }));
  ctx.emit(eventCancelled, eventData(event));
  const outbox = await notify(ctx, "cancel", { event, calendar });
  return { event, ...(outbox && { outbox }) };
}

/** Stages the restoration of a cancelled event or occurrence. */
export async function restoreEvent(ctx: Transacting, { event: before, series, calendar }: Changing) {
  const { deletedAt: _deletedAt, formerStatus = "confirmed", ...rest } = revised(before, ctx.now);
  const status = rest.status === "cancelled" ? formerStatus : rest.status;
  const event: EventRecord = { ...rest, status };
  await ctx.store.put(events, event);
  if (!series) await changeParts(ctx, event.id, ({ isSeriesGone: _gone, ...part }) => part);
  ctx.emit(eventRestored, eventData(event));
  const outbox = await notify(ctx, "update", { event, calendar });
  return { event, ...(outbox && { outbox }) };
}
