import { Temporal } from "temporal-polyfill";
import { offsetAt } from "../time/zone.ts";
import type { Component, Property } from "./jcal.ts";

const BEFORE = "TZOFFSETFROM".toLowerCase();
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/** Years that a definition covers beyond the current one; a rule still in use then is written without an end. */
const AHEAD = 3;

/** A rule of offset changes that a zone had for some years. */
interface Observance {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
  readonly first: Temporal.ZonedDateTime;
  last: Temporal.ZonedDateTime;
}

/** A VTIMEZONE with the offset changes of a zone from a given year on. */
export function definitionOf(zone: string, year: number, now: number): Component {
  const begin = Temporal.PlainDate.from({ year: Math.max(1900, year - 1), month: 1, day: 1 }).toZonedDateTime(zone);
  const observances: Observance[] = [];
  const end = new Date(now).getUTCFullYear() + AHEAD;
  for (let at = begin.getTimeZoneTransition("next"); at && at.year <= end; at = at.getTimeZoneTransition("next"))
    addTransition(observances, at, zone);
  const before: Component = standard(iso(begin.toPlainDateTime()), offsetAt(zone, begin.epochMilliseconds));
  return ["vtimezone", [["tzid", {}, "text", zone]], [before, ...observances.map((one) => componentOf(one, end))]];
}

function addTransition(observances: Observance[], at: Temporal.ZonedDateTime, zone: string): void {
  const to = at.offsetNanoseconds / 1e6;
  const from = offsetAt(zone, at.epochMilliseconds - 1);
  const rule = ruleOf(at, from);
  const known = observances.findLast((one) => one.from === from && one.to === to);
  if (known?.rule === rule && known.last.year === at.year - 1) known.last = at;
  else observances.push({ rule, from, to, first: at, last: at });
}

/** Local time of an offset change, by the offset in effect before it. */
const onset = (at: Temporal.ZonedDateTime, from: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.epochMilliseconds + from)
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime();

function ruleOf(at: Temporal.ZonedDateTime, from: number): string {
  const { month, day, dayOfWeek, daysInMonth, hour, minute } = onset(at, from);
  const place = day + 7 > daysInMonth ? -1 : Math.ceil(day / 7);
  return `${month} ${place}${DAYS[dayOfWeek - 1]} ${hour}:${minute}`;
}

function componentOf({ rule, from, to, first, last }: Observance, end: number): Component {
  const [month = "1", day = "1MO"] = rule.split(" ");
  const isKept = last.year >= end - 1 && last.year > first.year;
  const until = isKept ? {} : { until: `${last.toInstant().toString({ smallestUnit: "second" })}` };
  const isOnce = first.year === last.year;
  const recur = { freq: "YEARLY", bymonth: Number(month), byday: day, ...until };
  const properties: Property[] = [
    ["dtstart", {}, "date-time", iso(onset(first, from))],
    ...(isOnce ? [] : [["rrule", {}, "recur", recur] as Property]),
    [BEFORE, {}, "utc-offset", offset(from)],
    ["tzoffsetto", {}, "utc-offset", offset(to)],
  ];
  return [to > from ? "daylight" : "standard", properties, []];
}

const standard = (dtstart: string, at: number): Component => [
  "standard",
  [
    ["dtstart", {}, "date-time", dtstart],
    [BEFORE, {}, "utc-offset", offset(at)],
    ["tzoffsetto", {}, "utc-offset", offset(at)],
  ],
  [],
];

const iso = (at: Temporal.PlainDateTime): string => at.toString({ smallestUnit: "second" });

function offset(milliseconds: number): string {
  const seconds = Math.abs(Math.round(milliseconds / 1000));
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  const rest = seconds % 60 === 0 ? "" : `:${two(seconds % 60)}`;
  return `${milliseconds < 0 ? "-" : "+"}${two(seconds / 3600)}:${two((seconds % 3600) / 60)}${rest}`;
}
