import { addDays, instantOf, localText } from "./zone.ts";

const QUARTER = 15 * 60_000;

export interface Interval {
  readonly startAt: number;
  readonly endAt: number;
}

/** Where free times are looked for. */
export interface Search {
  readonly from: string;
  readonly days: number;
  /** Local times, such as 09:00. */
  readonly opens: string;
  readonly closes: string;
  readonly lengthMs: number;
}

/** The times of some days, within hours and not before now, at which nobody is busy for long enough. */
export function freeIn(busy: readonly Interval[], search: Search, timeZone: string, now: number): readonly Interval[] {
  const sorted = busy.toSorted((one, other) => one.startAt - other.startAt);
  return Array.from({ length: search.days }, (_, index) => addDays(search.from, index)).flatMap((date) =>
    gaps(sorted, {
      startAt: openingOf(date, search, timeZone, now),
      endAt: instantOf(`${date}T${search.closes}`, timeZone),
    }).filter(({ startAt, endAt }) => endAt - startAt >= search.lengthMs),
  );
}

/** Today, the next quarter of an hour. */
function openingOf(date: string, { opens }: Search, timeZone: string, now: number): number {
  const opening = instantOf(`${date}T${opens}`, timeZone);
  const isToday = localText(now, timeZone).startsWith(date);
  return isToday ? Math.max(opening, Math.ceil(now / QUARTER) * QUARTER) : opening;
}

function gaps(busy: readonly Interval[], { startAt, endAt }: Interval): readonly Interval[] {
  const found: Interval[] = [];
  let free = startAt;
  for (const taken of busy) {
    if (taken.endAt <= free) continue;
    if (taken.startAt >= endAt) break;
    if (taken.startAt > free) found.push({ startAt: free, endAt: taken.startAt });
    free = taken.endAt;
  }
  if (free < endAt) found.push({ startAt: free, endAt });
  return found;
}
