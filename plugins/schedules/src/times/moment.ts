import { Temporal } from "temporal-polyfill";

/** Forms of a time: Unix milliseconds, or ISO 8601. Without an offset it is a local time, without a time midnight. */
export const MOMENT =
  "^(0|[1-9][0-9]{0,15}|[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?)$";

/** The last time that schedules know: keys sort integers up to it, and time zone data cover it. */
export const LATEST = Date.UTC(9999, 11, 31);

/**
 * Unix milliseconds of a time in a zone; undefined if no calendar has it. A local time that is skipped moves forward by
 * the skipped amount, one that occurs twice means the first.
 */
export function momentOf(sent: string | number, zone: string): number | undefined {
  const text = String(sent);
  const at = /^\d+$/.test(text) ? Number(text) : read(text, zone);
  return at !== undefined && at >= 0 && at <= LATEST ? at : undefined;
}

function read(text: string, zone: string): number | undefined {
  try {
    if (/(Z|[+-]\d\d:\d\d)$/.test(text.slice(10))) return Temporal.Instant.from(text).epochMilliseconds;
    return Temporal.PlainDateTime.from(text, { overflow: "reject" }).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** A time in a zone as people read it: `2026-11-23T09:00:00+01:00`, and its day of the week. */
export function localText(at: number, zone: string): { local: string; weekday: string } {
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const local = there.toString({ timeZoneName: "never", calendarName: "never", smallestUnit: "second" });
  return { local, weekday: WEEKDAYS[there.dayOfWeek - 1] as string };
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
