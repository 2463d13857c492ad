import type { EventRecord } from "../collections.ts";
import { EARLIEST, LATEST } from "../time/span.ts";
import { momentOfWall, wallOf } from "../time/zone.ts";
import { type Engine, engineOf, STRIDE } from "./rule.ts";

const DAY = 86_400_000;

/** The fields of an event that determine its occurrences. */
export type Recurring = Pick<
  EventRecord,
  "startAt" | "endAt" | "allDay" | "startTimezone" | "recurrenceRule" | "recurrence"
>;

const zoneOfSeries = ({ allDay, startTimezone = "UTC" }: Recurring) => (allDay ? undefined : startTimezone);

const momentsIn = (list: unknown): number[] =>
  Array.isArray(list) ? list.filter((one): one is number => typeof one === "number") : [];
export const rdatesOf = ({ recurrence }: Recurring): number[] => momentsIn(recurrence.rdates);
export const exdatesOf = ({ recurrence }: Recurring): number[] => momentsIn(recurrence.exdates);

/**
 * Start times of the occurrences from `from` (inclusive) to `to` (exclusive), sorted and unique. They are generated in
 * portions of a `STRIDE`, between which the caller can yield to the event loop.
 */
export function* startsOf(series: Recurring, from: number, to: number): Generator<readonly number[]> {
  const zone = zoneOfSeries(series);
  const out = new Set(exdatesOf(series));
  const added = rdatesOf(series).toSorted((a, b) => a - b);
  const engine =
    series.recurrenceRule === undefined
      ? undefined
      : engineOf(series.recurrenceRule, { startAt: series.startAt, zone });
  const first = Math.max(from, Math.min(series.startAt, added[0] ?? series.startAt), EARLIEST);
  const last = Math.min(to, LATEST + 1);
  let latest = Number.NEGATIVE_INFINITY;
  for (let at = first; at < last; ) {
    const end = Math.min(at + STRIDE, last);
    const ruled = engine ? ruleStartsIn(engine, zone, series.startAt, at, end) : [];
    const start = series.startAt >= at && series.startAt < end ? [series.startAt] : [];
    const extra = added.filter((one) => one >= at && one < end);
    const portion = [...new Set([...start, ...ruled, ...extra])]
      .filter((one) => one > latest && !out.has(one))
      .sort((a, b) => a - b);
    latest = portion.at(-1) ?? latest;
    yield portion;
    at = end;
    if (at > (engine?.until ?? 0) && at > (added.at(-1) ?? 0)) return;
  }
}

/** Occurrences that the rule itself gives from `at` to `end`. */
function ruleStartsIn(
  { rule, until }: Engine,
  zone: string | undefined,
  startAt: number,
  at: number,
  end: number,
): number[] {
  const wall = (moment: number) => (zone === undefined ? moment : wallOf(zone, moment));
  // One day more on either side, because a daylight saving change moves an occurrence by less than that.
  const found = rule.between(new Date(wall(at) - DAY), new Date(wall(end) + DAY), true);
  // The rule library has a resolution of one second.
  const rest = startAt - Math.floor(startAt / 1000) * 1000;
  return found
    .map(
      ({ epochMilliseconds }) =>
        (zone === undefined ? epochMilliseconds : momentOfWall(zone, epochMilliseconds)) + rest,
    )
    .filter((begin) => begin >= at && begin < end && begin >= startAt && begin <= until);
}

/** Whether the rule includes the start of the series. If not, programs that use only the rule would omit the start. */
export function isStartInRule(series: Recurring): boolean {
  const { recurrenceRule, startAt } = series;
  if (recurrenceRule === undefined) return true;
  const zone = zoneOfSeries(series);
  return ruleStartsIn(engineOf(recurrenceRule, { startAt, zone }), zone, startAt, startAt, startAt + 1).length > 0;
}

/** Whether an occurrence of the series starts at exactly this time. */
export function startsAt(series: Recurring, at: number): boolean {
  for (const portion of startsOf(series, at, at + 1)) if (portion.includes(at)) return true;
  return false;
}

/** End of the last occurrence, or up to a day later; undefined if the series never ends. */
export function endOf(series: Recurring): number | undefined {
  const lasts = series.endAt - series.startAt;
  const others = Math.max(series.startAt, ...rdatesOf(series));
  if (series.recurrenceRule === undefined) return others + lasts;
  const { until } = engineOf(series.recurrenceRule, { startAt: series.startAt, zone: zoneOfSeries(series) });
  return until === Number.POSITIVE_INFINITY ? undefined : Math.min(Math.max(until, others) + lasts, LATEST);
}
