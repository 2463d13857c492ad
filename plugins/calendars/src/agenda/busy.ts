import type { Reads } from "@postern/core";
import type { CalendarRecord, EventRecord } from "../collections.ts";
import { TooManyOccurrences } from "../errors.ts";
import { type Bounded, type Budget, MOST_OCCURRENCES, occurrencesIn } from "./occurrences.ts";
import { eventsIn, reaches, seriesFrom, spanOf } from "./streams.ts";

/** A stretch of time. */
export interface Interval {
  startAt: number;
  endAt: number;
}

/** When somebody is busy by a calendar, in no order; what reaches over the window is cut. */
export async function busyIn(
  store: Reads,
  calendar: CalendarRecord,
  window: Bounded,
  budget: Budget,
): Promise<Interval[]> {
  const { id, timezone } = calendar;
  const found: Interval[] = [];
  const add = (event: EventRecord) => {
    if (!isBusy(event, calendar) || !reaches(event, window, timezone)) return;
    const { startAt, endAt } = spanOf(event, timezone);
    found.push({ startAt: Math.max(startAt, window.from), endAt: Math.min(endAt, window.to) });
  };
  for (const kind of ["one", "part"] as const)
    for await (const event of eventsIn(store, { by: "byTime", whose: id, standing: "live", kind }, window)) {
      if (budget.left-- <= 0) throw TooManyOccurrences({ limit: MOST_OCCURRENCES });
      add(event);
    }
  for (const occurrence of await occurrencesIn(store, seriesFrom(store, id, window), timezone, window, budget))
    add(occurrence);
  return found.filter(({ startAt, endAt }) => endAt > startAt);
}

/** Who has declined is not busy with it. */
function isBusy({ busyStatus, attendees }: EventRecord, { ownerType, ownerId }: CalendarRecord): boolean {
  const own = ownerType === "agent" ? attendees.find(({ agentId }) => agentId === ownerId) : undefined;
  return busyStatus === "busy" && own?.responseStatus !== "declined";
}

/** The same time told once: stretches that meet or overlap become one. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const { startAt, endAt } of intervals.toSorted((one, other) => one.startAt - other.startAt)) {
    const last = all.at(-1);
    if (last && startAt <= last.endAt) last.endAt = Math.max(last.endAt, endAt);
    else all.push({ startAt, endAt });
  }
  return all;
}
