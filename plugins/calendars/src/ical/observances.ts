import { type Component, propertiesOf, propertyOf } from "./jcal.ts";

/** An observance of a VTIMEZONE. Times are local times, as if they were UTC. */
interface Observance {
  readonly start: number;
  readonly offset: number;
  readonly extra: readonly number[];
  readonly yearly: Yearly | undefined;
}

/** A yearly rule: the days of its months that match both lists, if given. */
interface Yearly {
  readonly months: readonly number[];
  readonly days: readonly { weekday: number; nth: number }[];
  readonly monthDays: readonly number[];
  readonly until: number;
}

/** More observances than any real zone has. */
const MAX_COUNT = 500;
const DAY = 86_400_000;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/**
 * Offsets of a VTIMEZONE from UTC at the given local times, in milliseconds. Undefined if it has a rule other than a
 * yearly one of whole days: real zones have none, and expanding an arbitrary rule could use up all memory. The work is
 * bounded by the number of observances and times, whatever the rules say.
 */
export function offsetsOf([, , components]: Component, walls: readonly number[]): number[] | undefined {
  if (components.length > MAX_COUNT) return undefined;
  const observances = components.map(observanceOf).filter((one) => one !== undefined);
  if (observances.length === 0 || observances.some((one) => one === null)) return undefined;
  return walls.map((wall) => {
    let [latest, offset] = [Number.NEGATIVE_INFINITY, 0];
    for (const one of observances as Observance[]) {
      const onset = onsetBefore(one, wall);
      if (onset > latest) [latest, offset] = [onset, one.offset];
    }
    return offset;
  });
}

/** Undefined for an incomplete observance, null for one that is not supported. */
function observanceOf(component: Component): Observance | null | undefined {
  const start = parseWall(propertyOf(component, "dtstart")?.[3]);
  const offset = parseOffset(propertyOf(component, "tzoffsetto")?.[3]);
  if (start === undefined || offset === undefined) return undefined;
  const rule = propertyOf(component, "rrule")?.[3];
  const yearly = rule === undefined ? undefined : yearlyIn(rule as Record<string, unknown>, start);
  if (yearly === null) return null;
  const dates = propertiesOf(component, "rdate").flatMap((property) => property.slice(3));
  if (dates.length > MAX_COUNT) return null;
  return { start, offset, extra: dates.map(parseWall).filter((one) => one !== undefined), yearly };
}

function yearlyIn(rule: Readonly<Record<string, unknown>>, start: number): Yearly | null {
  const { freq, interval = 1, bymonth, byday, bymonthday, until, count, wkst: _wkst, ...others } = rule;
  if (freq !== "YEARLY" || interval !== 1 || Object.keys(others).length > 0) return null;
  const begin = new Date(start);
  const list = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
  const days = list(byday).map((one) => {
    const [, nth = "", day = ""] = /^([+-]?\d)?([A-Z]{2})$/.exec(String(one)) ?? [];
    return { weekday: WEEKDAYS.indexOf(day), nth: Number(nth) };
  });
  const monthDays = list(bymonthday).map(Number);
  if (days.length + monthDays.length > 60 || days.some(({ weekday }) => weekday < 0)) return null;
  const last = typeof count === "number" ? Date.UTC(begin.getUTCFullYear() + count, 0, 1) - 1 : undefined;
  const months = bymonth === undefined ? [begin.getUTCMonth() + 1] : list(bymonth).map(Number);
  return {
    months: months.slice(0, 12),
    days,
    monthDays: days.length === 0 && monthDays.length === 0 ? [begin.getUTCDate()] : monthDays,
    until: last ?? (until === undefined ? Number.POSITIVE_INFINITY : (parseWall(String(until)) ?? 0) + DAY),
  };
}

/** Last start of an observance up to `wall`. */
function onsetBefore({ start, extra, yearly }: Observance, wall: number): number {
  const fixed = [start, ...extra]
    .filter((one) => one <= wall)
    .reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (!yearly || start > wall) return fixed;
  const time = ((start % DAY) + DAY) % DAY;
  const year = new Date(Math.min(wall, yearly.until)).getUTCFullYear();
  const ruled = [year - 1, year].flatMap((one) => daysOf(yearly, one).map((day) => day + time));
  return ruled
    .filter((one) => one >= start && one <= wall && one <= yearly.until)
    .reduce((a, b) => Math.max(a, b), fixed);
}

function daysOf({ months, days, monthDays }: Yearly, year: number): number[] {
  return months.flatMap((month) => {
    const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const fits = (date: number) => {
      const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay();
      const [nth, fromEnd] = [Math.ceil(date / 7), -Math.ceil((length - date + 1) / 7)];
      const isDay =
        days.length === 0 || days.some((one) => one.weekday === weekday && [0, nth, fromEnd].includes(one.nth));
      const isDate = monthDays.length === 0 || monthDays.includes(date) || monthDays.includes(date - length - 1);
      return isDay && isDate;
    };
    return Array.from({ length }, (_, at) => at + 1)
      .filter(fits)
      .map((date) => Date.UTC(year, month - 1, date));
  });
}

function parseWall(value: unknown): number | undefined {
  const text = String(value);
  const at = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text.slice(0, 19)}Z`);
  return Number.isNaN(at) ? undefined : at;
}

function parseOffset(value: unknown): number | undefined {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(String(value)) ?? [];
  if (sign === undefined) return undefined;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}
