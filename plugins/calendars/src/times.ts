import { omitUndefined } from "@postern/core";
import type { EventRecord } from "./collections.ts";
import { endOf, exdatesOf, type Recurring, rdatesOf } from "./recurrence/occurrences.ts";
import { assertRule, RuleFault, spellRule } from "./recurrence/rule.ts";
import { dayOf, invalidField, momentOf, zoneOf } from "./time/moment.ts";
import { momentOfWall, wallOf } from "./time/zone.ts";

/** Times of an event as specified by a caller. */
export interface TimesInput {
  readonly startAt?: string | number;
  readonly endAt?: string | number;
  readonly startTimezone?: string;
  readonly endTimezone?: string;
  readonly allDay?: boolean;
  readonly recurrenceRule?: string;
}

/** Times of an event as stored. */
export type Times = Recurring & Pick<EventRecord, "endTimezone" | "lastAt">;

/** Times of a new event. `zone` is the time zone of the calendar. */
export function timesOf(said: TimesInput & { startAt: string | number; endAt: string | number }, zone: string): Times {
  const { allDay = false, recurrenceRule = "" } = said;
  const zones = allDay ? noZones(said) : zonesOf(said, { startTimezone: zone });
  const span = spanOf(said.startAt, said.endAt, allDay);
  return withRule({ ...span, ...zones, allDay, recurrence: {} }, recurrenceRule);
}

/** Times of an event after a change. Omitted values are kept, and the end moves with the start. */
export function movedTimes(before: Times, said: TimesInput, zone: string): Times {
  const { allDay = before.allDay } = said;
  if (allDay !== before.allDay && (said.startAt === undefined || said.endAt === undefined))
    throw invalidField("allDay", "dependent", "changes the meaning of startAt and endAt: specify both along with it");
  const { startTimezone = zone, endTimezone = startTimezone } = before;
  const zones = allDay ? noZones(said) : zonesOf(said, { startTimezone, endTimezone });
  const read = allDay ? dayOf : momentOf;
  const startAt = said.startAt === undefined ? before.startAt : read(said.startAt, "startAt");
  const lasts = before.endAt - before.startAt;
  const endAt = said.endAt === undefined ? startAt + lasts : read(said.endAt, "endAt");
  assertOrder(startAt, endAt, allDay);
  const times = {
    startAt,
    endAt,
    allDay,
    ...zones,
    recurrence: shiftedRecurrence(before, { startAt, allDay, ...zones }),
  };
  return withRule(times, said.recurrenceRule ?? before.recurrenceRule ?? "");
}

function spanOf(start: string | number, end: string | number, allDay: boolean) {
  const read = allDay ? dayOf : momentOf;
  const [startAt, endAt] = [read(start, "startAt"), read(end, "endAt")];
  assertOrder(startAt, endAt, allDay);
  return { startAt, endAt };
}

function assertOrder(startAt: number, endAt: number, allDay: boolean): void {
  if (allDay && endAt <= startAt)
    throw invalidField(
      "endAt",
      "order",
      "must be the day after the last day, and so later than startAt, for an all-day event",
    );
  if (endAt < startAt) throw invalidField("endAt", "order", "must not be earlier than startAt");
}

function noZones(said: TimesInput): Record<never, never> {
  for (const field of ["startTimezone", "endTimezone"] as const)
    if (said[field] !== undefined)
      throw invalidField(field, "dependent", "must be omitted for an all-day event, which has no time zone");
  return {};
}

function zonesOf(said: TimesInput, before: { startTimezone: string; endTimezone?: string }) {
  const startTimezone =
    said.startTimezone === undefined ? before.startTimezone : zoneOf(said.startTimezone, "startTimezone");
  const other = said.startTimezone === undefined ? (before.endTimezone ?? startTimezone) : startTimezone;
  return {
    startTimezone,
    endTimezone: said.endTimezone === undefined ? other : zoneOf(said.endTimezone, "endTimezone"),
  };
}

/** Adds the recurrence rule, if any, and the end of the last occurrence. */
function withRule(times: Omit<Times, "recurrenceRule" | "lastAt">, rule: string): Times {
  const { lastAt: _last, ...plain } = times as Times;
  if (rule === "" && rdatesOf(plain).length === 0) return { ...plain, recurrence: {} };
  try {
    const recurrenceRule = rule === "" ? undefined : spellRule(rule);
    const series: Recurring = omitUndefined({ ...plain, recurrenceRule });
    if (recurrenceRule !== undefined)
      assertRule(recurrenceRule, { startAt: plain.startAt, zone: plain.allDay ? undefined : plain.startTimezone });
    return omitUndefined({ ...series, lastAt: endOf(series) });
  } catch (fault) {
    if (fault instanceof RuleFault) throw invalidField("recurrenceRule", "rule", fault.message);
    throw fault;
  }
}

/** Returns a function that moves a time of a series along with it, by local time. */
export function shiftOf(before: Recurring, after: Pick<Recurring, "startAt" | "allDay" | "startTimezone">) {
  const zoneIn = ({ allDay, startTimezone = "UTC" }: typeof after) => (allDay ? "UTC" : startTimezone);
  const [from, to] = [zoneIn(before), zoneIn(after)];
  const way = wallOf(to, after.startAt) - wallOf(from, before.startAt);
  return (at: number): number => momentOfWall(to, wallOf(from, at) + way);
}

/** Moves excluded and added occurrences along with the series. */
function shiftedRecurrence(
  before: Recurring,
  after: Pick<Recurring, "startAt" | "allDay" | "startTimezone">,
): Recurring["recurrence"] {
  const isSame = before.startAt === after.startAt && before.startTimezone === after.startTimezone;
  if (isSame) return before.recurrence;
  const shift = shiftOf(before, after);
  const moved = { exdates: exdatesOf(before).map(shift), rdates: rdatesOf(before).map(shift) };
  return Object.fromEntries(Object.entries(moved).filter(([, list]) => list.length > 0));
}

/** Fields of a record that describe its times. */
export const TIME_MEMBERS = [
  "startAt",
  "endAt",
  "allDay",
  "startTimezone",
  "endTimezone",
  "recurrence",
  "recurrenceRule",
  "lastAt",
] as const;

/** Replaces the times of a record; fields without a new value are removed. */
export function withTimes(event: EventRecord, times: Times): EventRecord {
  const rest = Object.fromEntries(Object.entries(event).filter(([name]) => !TIME_MEMBERS.includes(name as never)));
  return { ...rest, ...times } as EventRecord;
}

export const isSameTime = (one: Times, other: Times): boolean =>
  TIME_MEMBERS.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
