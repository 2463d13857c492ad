import { setImmediate as turn } from "node:timers/promises";
import type { Reads } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { type EventRecord, events, isLive } from "../collections.ts";
import { TooManyOccurrences } from "../errors.ts";
import { occurrencesOf } from "../event.ts";
import { partsIn } from "../parts.ts";
import { startsOf } from "../recurrence/occurrences.ts";
import { timeKey } from "../time/span.ts";
import { overlaps, type Stream, type Window } from "./streams.ts";

/** Maximum number of occurrences computed by one call. */
export const MAX_OCCURRENCES = 5_000;
/** Milliseconds to compute before yielding to the event loop. */
const YIELD_AFTER = 10;
const DAY = 86_400_000;

/** A window with a start and an end. */
export type Bounded = Required<Window>;

/** Limits the occurrences computed by one call across all its calendars. */
export interface Budget {
  left: number;
}
export const newBudget = (): Budget => ({ left: MAX_OCCURRENCES });

/** Unchanged occurrences of series in the window. Individually changed ones are records of their own. */
export async function occurrencesIn(
  store: Reads,
  all: Stream,
  zone: string,
  window: Bounded,
  budget: Budget,
): Promise<EventRecord[]> {
  const found: EventRecord[] = [];
  let since = performance.now();
  for await (const series of all) {
    const { from, to } = startRange(series, window);
    const changedStarts = await changedStartsIn(store, series.id, { from, to });
    const make = occurrencesOf(series);
    const duration = series.endAt - series.startAt;
    for (const begins of startsOf(series, from, to)) {
      for (const at of begins) {
        if (changedStarts.has(at)) continue;
        const span = { allDay: series.allDay, startAt: at, endAt: at + duration };
        if (!overlaps(span, window, zone)) continue;
        if (budget.left-- <= 0) throw TooManyOccurrences({ limit: MAX_OCCURRENCES });
        found.push(make(at));
      }
      if (performance.now() - since < YIELD_AFTER) continue;
      await turn();
      since = performance.now();
    }
  }
  return found;
}

/** Range of start times of occurrences that may overlap the window. */
function startRange({ startAt, endAt }: EventRecord, { from, to }: Bounded): Bounded {
  return { from: from - (endAt - startAt) - DAY, to: to + DAY };
}

/** Original start times of changed occurrences, including cancelled ones. */
async function changedStartsIn(store: Reads, seriesId: string, { from, to }: Bounded): Promise<Set<number>> {
  const changed = { by: "bySeries", prefix: [seriesId], from: [timeKey(from)], to: [timeKey(to)] } as const;
  const starts = new Set<number>();
  for await (const { originalStartAt } of scanRecords(store, events, changed))
    if (starts.add(originalStartAt as number).size >= MAX_OCCURRENCES) break;
  return starts;
}

/** Whether a series has an occurrence that overlaps the window. */
export async function occursIn(store: Reads, series: EventRecord, window: Window, zone: string): Promise<boolean> {
  if (window.from === undefined && window.to === undefined) return true;
  const { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = window;
  if (series.lastAt !== undefined && series.lastAt + DAY < from) return false;
  const parts = await partsIn(store, series.id);
  if (parts.some((part) => isLive(part) && overlaps(part, window, zone))) return true;
  const changedStarts = new Set(parts.map(({ originalStartAt }) => originalStartAt));
  const near = startRange(series, { from, to });
  const duration = series.endAt - series.startAt;
  let [tries, since] = [0, performance.now()];
  for (const begins of startsOf(series, near.from, near.to)) {
    if (
      begins.some(
        (at) => !changedStarts.has(at) && overlaps({ ...series, startAt: at, endAt: at + duration }, window, zone),
      )
    )
      return true;
    // Limits the search for rules that hardly ever match.
    if (++tries > 800) return false;
    if (performance.now() - since < YIELD_AFTER) continue;
    await turn();
    since = performance.now();
  }
  return false;
}
