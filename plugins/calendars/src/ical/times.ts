import ICAL from "ical.js";
import { DAY } from "../time/moment.ts";
import { EARLIEST, LATEST } from "../time/span.ts";
import { momentOfWall, wallOf } from "../time/zone.ts";
import { type Property, parameterOf, Unreadable } from "./jcal.ts";
import type { ZoneReader } from "./zones.ts";

/** A time in an iCalendar text. */
export interface Moment {
  readonly at: number;
  readonly isDate: boolean;
  /** IANA zone; undefined for dates. */
  readonly zone: string | undefined;
  /** TZID of the zone in the text, if any. */
  readonly tzid: string | undefined;
}

/** Zone of floating times, and resolution of TZIDs. */
export interface Clock {
  readonly zone: string;
  readonly zoneOf: ZoneReader;
  warn(message: string): void;
}

const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z?))?$/;

/** All times of a property. */
export function momentsIn(property: Property, clock: Clock): Moment[] {
  return property.slice(3).map((value) => momentIn(property, Array.isArray(value) ? value[0] : value, clock));
}

export const firstMoment = (property: Property, clock: Clock): Moment => {
  const [, , , first] = property;
  if (first === undefined) throw new Unreadable(`${property[0].toUpperCase()} is empty`);
  return momentIn(property, Array.isArray(first) ? first[0] : first, clock);
};

function momentIn(property: Property, value: unknown, clock: Clock): Moment {
  const [, year, month, day, hour, minute, second, utc] = FORM.exec(String(value)) ?? [];
  const numbers = [year, month, day, hour ?? "0", minute ?? "0", second ?? "0"].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = numbers;
  const wall = Date.UTC(y, mo - 1, d, h, mi, Math.min(s, 59));
  const isReal = new Date(wall).getUTCDate() === d && mo >= 1 && mo <= 12 && h < 24 && mi < 60 && s <= 60;
  const name = property[0].toUpperCase();
  if (year === undefined || !isReal)
    throw new Unreadable(`${name} has the value ${String(value).slice(0, 40)}, which is not a valid date or time`);
  if (wall < EARLIEST + DAY || wall > LATEST - DAY) throw new Unreadable(`${name} is outside the years 1900 to 9999`);
  if (hour === undefined) return { at: wall, isDate: true, zone: undefined, tzid: undefined };
  if (utc === "Z") return { at: wall, isDate: false, zone: "UTC", tzid: undefined };
  const tzid = parameterOf(property, "tzid");
  const zone = tzid === undefined ? undefined : clock.zoneOf(tzid);
  if (tzid !== undefined && zone === undefined)
    clock.warn(`the time zone ${tzid.slice(0, 80)} is unknown; ${clock.zone} is used instead`);
  return {
    at: momentOfWall(zone ?? clock.zone, wall),
    isDate: false,
    zone: zone ?? clock.zone,
    tzid: zone === undefined ? undefined : tzid,
  };
}

/** End of an event with an ISO duration: days are local days, hours are exact. */
export function endAfter(begin: Moment, duration: string): number {
  const read = readDuration(duration);
  const zone = begin.zone ?? "UTC";
  return momentOfWall(zone, wallOf(zone, begin.at) + read.days * DAY) + read.seconds * 1000;
}

function readDuration(text: string): { days: number; seconds: number } {
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text);
    if (isNegative) throw new RangeError("negative");
    return { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds };
  } catch {
    throw new Unreadable(`DURATION has the value ${text.slice(0, 40)}, which is not a valid duration`);
  }
}
