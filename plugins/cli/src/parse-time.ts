import type { ParsedComponents } from "chrono-node";
import { parse } from "chrono-node/en";
import { DateTime, IANAZone } from "luxon";

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

export const isZone = (name: unknown): name is string => typeof name === "string" && IANAZone.isValidZone(name);

/** Reads a text such as `tomorrow 9:00`; undefined if not all of it is understood. */
export function readTime(text: string, { zone, now, day, after, on, past = false }: Reading): ReadTime | undefined {
  if (AMBIGUOUS.test(text)) return undefined;
  const isForward = !past && !BEHIND.test(text);
  const found = componentsOf(text, now, zone, isForward);
  if (!found) return undefined;
  const from = after ?? (on === undefined || !isTimeOnly(found) ? undefined : startOfDay(on, zone));
  const isOpen = !found.isCertain("day") && !found.isCertain("timezoneOffset") && isForward;
  const meant = isOpen && from !== undefined ? (componentsOf(text, from, zone, true) ?? found) : found;
  if (meant.isCertain("timezoneOffset")) return shown(DateTime.fromJSDate(meant.date(), { zone }), false);
  const isDay = !hasTime(meant);
  const last = isDay && day === "end";
  const time = isDay ? { hour: last ? 23 : 0, minute: last ? 59 : 0 } : timeOf(meant);
  const wall = DateTime.fromObject({ ...dateOf(meant), ...time }, { zone });
  if (!wall.isValid) return undefined;
  const [first, second] = wall.getPossibleOffsets().sort((one, other) => one.toMillis() - other.toMillis());
  const next = first ?? wall;
  const at = past && next.toMillis() > now ? lastBefore(next, meant) : next;
  if (second) return shown(at, isDay, "occurs twice, the first is used");
  const isSkipped = !isDay && (next.hour !== time.hour || next.minute !== time.minute);
  return shown(at, isDay, isSkipped ? "skipped by daylight saving, moved forward" : undefined);
}

function componentsOf(text: string, at: number, zone: string, forwardDate: boolean): ParsedComponents | undefined {
  const reference = { instant: new Date(at), timezone: DateTime.fromMillis(at, { zone }).offset };
  const [only, ...others] = parse(text, reference, { forwardDate });
  const isWhole = only && others.length === 0 && !only.end && only.text.length === text.trim().length;
  return isWhole ? only.start : undefined;
}

const startOfDay = (at: number, zone: string): number => DateTime.fromMillis(at, { zone }).startOf("day").toMillis();

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
function lastBefore(at: DateTime, found: ParsedComponents): DateTime {
  if (found.isCertain("year")) return at;
  if (found.isCertain("day")) return at.minus({ years: 1 });
  return at.minus(found.isCertain("weekday") ? { weeks: 1 } : { days: 1 });
}

const shown = (at: DateTime, isDay: boolean, note?: string): ReadTime => ({
  iso: at.toISO({ suppressMilliseconds: true }) ?? "",
  at: at.toMillis(),
  date: at.toISODate() ?? "",
  isDay,
  ...(note !== undefined && { note }),
});

/** A time as `Tue, Nov 24 2026, 09:00 Europe/Berlin`, or a day without the time. */
export const timeText = ({ at, isDay, note }: ReadTime, zone: string): string =>
  DateTime.fromMillis(at, { zone, locale: "en" }).toFormat(isDay ? "ccc, LLL d yyyy" : "ccc, LLL d yyyy, HH:mm") +
  (isDay ? "" : ` ${zone}`) +
  (note === undefined ? "" : ` (${note})`);
