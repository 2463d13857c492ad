import type { Transacting } from "@postern/core";
import { assertOpen, type Seen } from "./calendar.ts";
import { type EventRecord, events, type OutboxRecord } from "./collections.ts";
import {
  CalendarArchived,
  EventCancelled,
  EventNotFound,
  OccurrenceNotFound,
  RoleMissing,
  TooManyChanges,
} from "./errors.ts";
import { assertLive, eventOf, type Found, showEvent, toldEvent, touched } from "./event.ts";
import { eventCancelled, eventRestored, eventUpdated } from "./events.ts";
import { showOutbox } from "./outbox.ts";
import { assertRoom, changeParts, keepMoved, owning, owns } from "./parts.ts";
import type { ChangedEvent, Event, Role } from "./schemas.ts";
import { tell } from "./tell.ts";
import { wrong } from "./time/moment.ts";
import { isSameTime, movedTimes, type SaidTimes, TIME_MEMBERS, withTimes } from "./times.ts";

/** What a caller may say of an event that is there. An empty text clears. */
export interface SaidChange extends SaidTimes {
  readonly title?: string;
  readonly description?: string;
  readonly location?: string;
  readonly busyStatus?: Event["busyStatus"];
  readonly visibility?: Event["visibility"];
  readonly status?: Event["status"];
}

const PLAIN = ["title", "description", "location", "busyStatus", "visibility", "status"] as const;
type Changing = Pick<Found, "event" | "series" | "calendar">;

/** Why an event takes no change. */
export const unchangeable = [
  EventNotFound,
  OccurrenceNotFound,
  RoleMissing,
  CalendarArchived,
  EventCancelled,
  TooManyChanges,
] as const;

/** The event or occurrence, which takes changes of this caller; else one of `unchangeable`. */
export async function changeableOf(seen: Seen, ref: string): Promise<Found> {
  const found = await eventOf(seen, ref, "writer");
  assertOpen(found.calendar);
  assertLive(found);
  await assertRoom(seen.store, found);
  return found;
}

/** What is answered after a change. */
export function showChange(
  { event, outbox }: { event: EventRecord; outbox?: OutboxRecord | undefined },
  role: Role,
): ChangedEvent {
  return { event: showEvent(event, role), ...(outbox && { outbox: showOutbox(outbox) }) };
}

/** An event after what is said of it, and the names of what is new. */
export function changedEvent(
  { event, series, calendar }: Changing,
  said: SaidChange,
): { after: EventRecord; names: string[] } {
  if (series && said.recurrenceRule !== undefined)
    throw wrong("recurrenceRule", "occurrence", "must not be set for a single occurrence: change the series instead");
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

/** Stages a change of an event, and what it means to occurrences that differ from it, and that it is told. */
export async function changeEvent(
  ctx: Transacting,
  found: Changing,
  said: SaidChange,
): Promise<{ event: EventRecord; outbox?: OutboxRecord }> {
  const { after, names } = changedEvent(found, said);
  if (names.length === 0) return { event: found.event };
  let event = owning(touched(after, ctx.now), names);
  if (!found.series && names.includes("times")) event = await keepMoved(ctx, found.event, event);
  await ctx.store.put(events, event);
  if (!found.series) await changeParts(ctx, event.id, (part) => following(part, event, names));
  ctx.emit(eventUpdated, toldEvent(event));
  const outbox = await tell(ctx, "update", { event, calendar: found.calendar });
  return { event, ...(outbox && { outbox }) };
}

/** An occurrence that differs, after its series has changed: what is its own stays, all else goes along. */
function following(part: EventRecord, series: EventRecord, names: readonly string[]): EventRecord {
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

/** Stages that an event, or an occurrence, does not take place. */
export async function cancelEvent(ctx: Transacting, { event: before, series, calendar }: Changing) {
  const gone = { status: "cancelled" as const, formerStatus: before.status, deletedAt: ctx.now };
  const cancelled: EventRecord = { ...touched(before, ctx.now), ...gone };
  const event = owning(cancelled, ["status"]);
  await ctx.store.put(events, event);
  if (!series) await changeParts(ctx, event.id, (part) => ({ ...part, isSeriesGone: true }));
  ctx.emit(eventCancelled, toldEvent(event));
  const outbox = await tell(ctx, "cancel", { event, calendar });
  return { event, ...(outbox && { outbox }) };
}

/** Stages that what was cancelled takes place after all. */
export async function restoreEvent(ctx: Transacting, { event: before, series, calendar }: Changing) {
  const { deletedAt: _deletedAt, formerStatus = "confirmed", ...rest } = touched(before, ctx.now);
  const status = rest.status === "cancelled" ? formerStatus : rest.status;
  const event: EventRecord = { ...rest, status };
  await ctx.store.put(events, event);
  if (!series) await changeParts(ctx, event.id, ({ isSeriesGone: _gone, ...part }) => part);
  ctx.emit(eventRestored, toldEvent(event));
  const outbox = await tell(ctx, "update", { event, calendar });
  return { event, ...(outbox && { outbox }) };
}
