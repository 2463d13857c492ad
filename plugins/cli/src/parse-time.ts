import { isTimeZone } from "@postern/kit/fields";
import type { ParsedComponents } from "chrono-node";
import { parse } from "chrono-node/en";
import { Temporal } from "temporal-polyfill";

/** How a text is read. Times are Unix milliseconds. */
export interface Reading {
  readonly zone: string;
  readonly now: number;
  /** What a day without a time means: its first minute by default. */
  readonly day?: "start" | "end" | undefined;
  /** A time without a day is the next one after this time. */
  readonly after?: number | undefined;
  /** A time without a day is on the day of this time. */
  readonly on?: number | undefined;
  /** A day without a year, and a time without a day, are the last ones and not the next. */
  readonly past?: boolean | undefined;
}

export interface ReadTime {
  /** ISO 8601 with an offset. */
  readonly iso: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The day in the time zone, like 2026-11-23. */
  readonly date: string;
  /** Whether the text is a day without a time. */
  readonly isDay: boolean;
  /** What to know about a time that daylight saving skips or repeats. */
  readonly note?: string;
}

/** Countries differ in the order of day and month, and 9.30 may be a time. */
const AMBIGUOUS = /(?<![\d:-])\d{1,2}[/.-]\d{1,2}(?!\d)/;
/** Texts that must not be moved forward to the next day or week. */
const BEHIND = /\b(last|past|previous|this (morning|afternoon|evening))\b/i;
const TIME_OF_DAY = /^casualReference\/(noon|midnight|morning|afternoon|evening|night|tonight)$/;

export const isZone = (name: unknown): name is string => typeof name === "string" && isTimeZone(name);

/** Reads a text such as `tomorrow 9:00`; undefined if not all of it is understood. */
export function readTime(text: string, { zone, now, day, after, on, past = false }: Reading): ReadTime | undefined {
  if (AMBIGUOUS.test(text)) return undefined;
  const isForward = !past && !BEHIND.test(text);
  const found = componentsOf(text, now, zone, isForward);
  if (!found) return undefined;
  const from = after ?? (on === undefined || !isTimeOnly(found) ? undefined : startOfDay(on, zone));
  const isOpen = !found.isCertain("day") && !found.isCertain("timezoneOffset") && isForward;
  const meant = isOpen && from !== undefined ? (componentsOf(text, from, zone, true) ?? found) : found;
  if (meant.isCertain("timezoneOffset")) return shown(zonedAt(meant.date().getTime(), zone), false);
  const isDay = !hasTime(meant);
  const last = isDay && day === "end";
  const time = isDay ? { hour: last ? 23 : 0, minute: last ? 59 : 0 } : timeOf(meant);
  const wall = wallOf({ ...dateOf(meant), ...time });
  if (!wall) return undefined;
  // Of a time that occurs twice this is the first, and one that is skipped is moved forward.
  const next = wall.toZonedDateTime(zone);
  const at = past && next.epochMilliseconds > now ? lastBefore(next, meant) : next;
  if (occursTwice(wall, zone)) return shown(at, isDay, "occurs twice, the first is used");
  const isSkipped = !isDay && (next.hour !== time.hour || next.minute !== time.minute);
  return shown(at, isDay, isSkipped ? "skipped by daylight saving, moved forward" : undefined);
}

const zonedAt = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

/** Undefined if there is no such date or time. */
function wallOf(fields: Temporal.PlainDateTimeLike): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(fields, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

function occursTwice(wall: Temporal.PlainDateTime, zone: string): boolean {
  const last = wall.toZonedDateTime(zone, { disambiguation: "later" });
  return !last.equals(wall.toZonedDateTime(zone)) && last.toPlainDateTime().equals(wall);
}

function componentsOf(text: string, at: number, zone: string, forwardDate: boolean): ParsedComponents | undefined {
  const reference = { instant: new Date(at), timezone: zonedAt(at, zone).offsetNanoseconds / 60e9 };
  const [only, ...others] = parse(text, reference, { forwardDate });
  const isWhole = only && others.length === 0 && !only.end && only.text.length === text.trim().length;
  return isWhole ? only.start : undefined;
}

const startOfDay = (at: number, zone: string): number => zonedAt(at, zone).startOfDay().epochMilliseconds;

const hasTime = (found: ParsedComponents): boolean =>
  found.isCertain("hour") || [...found.tags()].some((tag) => TIME_OF_DAY.test(tag));

const isTimeOnly = (found: ParsedComponents): boolean =>
  hasTime(found) && !found.isCertain("day") && !found.isCertain("weekday");

const dateOf = (found: ParsedComponents) => ({
  year: found.get("year") ?? 0,
  month: found.get("month") ?? 0,
  day: found.get("day") ?? 0,
});

const timeOf = (found: ParsedComponents) => ({
  hour: found.get("hour") ?? 0,
  minute: found.get("minute") ?? 0,
  second: found.get("second") ?? 0,
  millisecond: found.isCertain("millisecond") ? (found.get("millisecond") ?? 0) : 0,
});

/** The same weekday, time or date one period earlier. A text that names the whole day stays as it is. */
function lastBefore(at: Temporal.ZonedDateTime, found: ParsedComponents): Temporal.ZonedDateTime {
  if (found.isCertain("year")) return at;
  if (found.isCertain("day")) return at.subtract({ years: 1 });
  return at.subtract(found.isCertain("weekday") ? { weeks: 1 } : { days: 1 });
}

const shown = (at: Temporal.ZonedDateTime, isDay: boolean, note?: string): ReadTime => ({
  iso: at.toString({ timeZoneName: "never" }).replace("+00:00", "Z"),
  at: at.epochMilliseconds,
  date: at.toPlainDate().toString(),
  isDay,
  ...(note !== undefined && { note }),
});

/** A time as `Tue, Nov 24 2026, 09:00 Europe/Berlin`, or a day without the time. */
export function timeText({ at, isDay, note }: ReadTime, zone: string): string {
  const time = zonedAt(at, zone);
  const part = (options: Intl.DateTimeFormatOptions) => time.toLocaleString("en", options);
  const day = `${part({ weekday: "short" })}, ${part({ month: "short" })} ${time.day} ${time.year}`;
  const clock = isDay ? "" : `, ${time.toPlainTime().toString({ smallestUnit: "minute" })} ${zone}`;
  return `${day}${clock}${note === undefined ? "" : ` (${note})`}`;
}
