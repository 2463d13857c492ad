import type { Reads } from "@postern/core";
import type { CalendarRecord, EventRecord } from "../collections.ts";
import { TooManyOccurrences } from "../errors.ts";
import { type Bounded, type Budget, MAX_OCCURRENCES, occurrencesIn } from "./occurrences.ts";
import { eventsIn, overlaps, seriesByEnd, spanOf } from "./streams.ts";

/** A time interval. */
export interface Interval {
  startAt: number;
  endAt: number;
}

/** Busy intervals of a calendar, unsorted and cut to the window. */
export async function busyIn(
  store: Reads,
  calendar: CalendarRecord,
  window: Bounded,
  budget: Budget,
): Promise<Interval[]> {
  const { id, timezone } = calendar;
  const found: Interval[] = [];
  const add = (event: EventRecord) => {
    if (!isBusy(event, calendar) || !overlaps(event, window, timezone)) return;
    const { startAt, endAt } = spanOf(event, timezone);
    found.push({ startAt: Math.max(startAt, window.from), endAt: Math.min(endAt, window.to) });
  };
  for (const kind of ["one", "part"] as const)
    for await (const event of eventsIn(store, { by: "byTime", whose: id, state: "live", kind }, window)) {
      if (budget.left-- <= 0) throw TooManyOccurrences({ limit: MAX_OCCURRENCES });
      add(event);
    }
  for (const occurrence of await occurrencesIn(store, seriesByEnd(store, id, window), timezone, window, budget))
    add(occurrence);
  return found.filter(({ startAt, endAt }) => endAt > startAt);
}

/** An event that the calendar's agent has declined does not count. */
function isBusy({ busyStatus, attendees }: EventRecord, { ownerType, ownerId }: CalendarRecord): boolean {
  const own = ownerType === "agent" ? attendees.find(({ agentId }) => agentId === ownerId) : undefined;
  return busyStatus === "busy" && own?.responseStatus !== "declined";
}

/** Merges adjacent and overlapping intervals. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const { startAt, endAt } of intervals.toSorted((one, other) => one.startAt - other.startAt)) {
    const last = all.at(-1);
    if (last && startAt <= last.endAt) last.endAt = Math.max(last.endAt, endAt);
    else all.push({ startAt, endAt });
  }
  return all;
}
