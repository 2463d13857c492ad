import { Temporal } from "temporal-polyfill";
import type { StoredQuietTime } from "../schemas.ts";

type Times = Pick<StoredQuietTime, "from" | "to" | "timezone">;

const MINUTE = 60_000;
const known = new Map<string, number | undefined>();
/** Minutes of quiet times that are remembered: many rules have the same one. */
const MAX_KNOWN = 2_000;

/**
 * When the quiet time ends that includes a moment, in Unix milliseconds; undefined if none includes it. On days on which
 * clocks change, a time that does not exist is taken an hour later, and of one that happens twice the first counts.
 */
export function endOfQuiet(times: Times, at: number): number | undefined {
  // Every zone has had offsets of whole minutes for decades.
  const minute = Math.floor(at / MINUTE) * MINUTE;
  const name = `${times.from} ${times.to} ${times.timezone} ${minute}`;
  if (known.has(name)) return known.get(name);
  if (known.size >= MAX_KNOWN) known.clear();
  const end = endAfter(times, minute);
  known.set(name, end);
  return end;
}

function endAfter({ from, to, timezone }: Times, at: number): number | undefined {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
  for (const day of [today.subtract({ days: 1 }), today]) {
    const start = momentOf(day, from, timezone);
    const end = momentOf(to > from ? day : day.add({ days: 1 }), to, timezone);
    if (start <= at && at < end) return end;
  }
  return undefined;
}

const momentOf = (day: Temporal.PlainDate, time: string, timeZone: string): number =>
  day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
