import type ICAL from "ical.js";
import { momentOfWall, wallOf, zoneNamed } from "../../time/zone.ts";

/** Where a date and time of an object belongs, when it does not say so itself. */
export interface Place {
  /** As IANA spells it. */
  readonly zone: string;
}

/** The time zone that a property names, where the calendar brings no rules for it. */
function zoneOf(property: ICAL.Property, { zone }: Place): string {
  const named = property.getFirstParameter("tzid");
  if (!named) return zone;
  // Some write `/example.org/Olson/Europe/Berlin`.
  return zoneNamed(named) ?? zoneNamed(named.split("/").slice(-2).join("/")) ?? zone;
}

/** Whether the calendar itself brings the rules of the property's time zone. */
const hasRules = (time: ICAL.Time): boolean => time.zone !== null && time.zone?.tzid !== "floating";

/** The instant that a date-time property stands for, in Unix milliseconds; a date is its midnight in UTC. */
export function instantOf(property: ICAL.Property, place: Place): number {
  const time = property.getFirstValue() as ICAL.Time;
  const { year, month, day, hour, minute, second } = time;
  if (time.isDate) return Date.UTC(year, month - 1, day);
  if (hasRules(time)) return time.toUnixTime() * 1000;
  return momentOfWall(zoneOf(property, place), Date.UTC(year, month - 1, day, hour, minute, second));
}

/** An instant, spelled as a property of the same calendar spells its own: a date, in UTC, or by a wall clock. */
export function spelledAs(Time: typeof ICAL.Time, model: ICAL.Property, instant: number, place: Place): ICAL.Time {
  const time = model.getFirstValue() as ICAL.Time;
  const utc = Time.fromJSDate(new Date(instant), true);
  if (time.isDate) return Time.fromData({ year: utc.year, month: utc.month, day: utc.day, isDate: true });
  if (hasRules(time)) return time.zone.tzid === "UTC" ? utc : utc.convertToZone(time.zone);
  const wall = Time.fromJSDate(new Date(wallOf(zoneOf(model, place), instant)), true);
  const { year, month, day, hour, minute, second } = wall;
  return Time.fromData({ year, month, day, hour, minute, second, isDate: false });
}
