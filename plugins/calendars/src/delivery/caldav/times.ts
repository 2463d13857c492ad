import type ICAL from "ical.js";
import { momentOfWall, wallOf, zoneNamed } from "../../time/zone.ts";

/** Time zone of a date-time that does not specify one. */
export interface ZoneDefault {
  /** IANA name. */
  readonly zone: string;
}

/** The IANA zone of a property whose TZID has no VTIMEZONE in the calendar. */
function zoneOf(property: ICAL.Property, { zone }: ZoneDefault): string {
  const named = property.getFirstParameter("tzid");
  if (!named) return zone;
  // Some programs write `/example.org/Olson/Europe/Berlin`.
  return zoneNamed(named) ?? zoneNamed(named.split("/").slice(-2).join("/")) ?? zone;
}

/** Whether the calendar contains a VTIMEZONE for the property. */
const hasRules = (time: ICAL.Time): boolean => time.zone !== null && time.zone?.tzid !== "floating";

/** The time of a date-time property in Unix milliseconds; for a date, its midnight in UTC. */
export function instantOf(property: ICAL.Property, place: ZoneDefault): number {
  const time = property.getFirstValue() as ICAL.Time;
  const { year, month, day, hour, minute, second } = time;
  if (time.isDate) return Date.UTC(year, month - 1, day);
  if (hasRules(time)) return time.toUnixTime() * 1000;
  return momentOfWall(zoneOf(property, place), Date.UTC(year, month - 1, day, hour, minute, second));
}

/** A time in the same form as another property of the calendar: a date, UTC, or local time. */
export function timeLike(Time: typeof ICAL.Time, model: ICAL.Property, instant: number, place: ZoneDefault): ICAL.Time {
  const time = model.getFirstValue() as ICAL.Time;
  const utc = Time.fromJSDate(new Date(instant), true);
  if (time.isDate) return Time.fromData({ year: utc.year, month: utc.month, day: utc.day, isDate: true });
  if (hasRules(time)) return time.zone.tzid === "UTC" ? utc : utc.convertToZone(time.zone);
  const wall = Time.fromJSDate(new Date(wallOf(zoneOf(model, place), instant)), true);
  const { year, month, day, hour, minute, second } = wall;
  return Time.fromData({ year, month, day, hour, minute, second, isDate: false });
}
