import type { Config } from "../config-schemas.ts";
import { invalid, type Reading, type ValueType, valid } from "./value-type.ts";

const FORMATS = ["iso", "eu", "us"];
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)$/i;

export const date: ValueType = {
  settings: ["format", "includeTime"],
  configure(config) {
    const { format = "iso" } = config;
    return FORMATS.includes(format) ? config : { path: "/format", fault: `must be one of ${FORMATS.join(", ")}` };
  },
  read: (given, config) => (typeof given === "string" ? readDate(given, config) : invalid(ruleFor(config))),
  parse: readDate,
  show: (value) => value,
  write: (value) => value as string,
};

const ruleFor = ({ includeTime }: Config): string =>
  includeTime
    ? "must be a time with an offset, such as 2026-11-21T08:00:00Z"
    : "must be a day between the years 0001 and 9999, such as 2026-11-21";

/** Parses a day or a time. Both are stored in a form that sorts as text, times in UTC. */
function readDate(given: string, config: Config): Reading {
  const day = given.match(DAY);
  if (day)
    return isDay(given) ? valid(config.includeTime ? `${given}T00:00:00.000Z` : given) : invalid(ruleFor(config));
  const moment = given.match(MOMENT);
  if (!moment || !isDay(moment[1] as string)) return invalid(ruleFor(config));
  const [, , hours, minutes, seconds = "00"] = moment as unknown as string[];
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return invalid(ruleFor(config));
  const at = new Date(given.replace(" ", "T"));
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9999)
    return invalid(ruleFor(config));
  return valid(config.includeTime ? at.toISOString() : at.toISOString().slice(0, 10));
}

/** Whether a text in the form of a day names one: February 30 does not. Calendars repeat every 400 years. */
function isDay(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
