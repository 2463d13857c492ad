import { isArithmetic } from "@postern/kit/fields";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { LATEST } from "./moment.ts";
import { readRule } from "./rule-parts.ts";

const HOUR = 3_600_000;
/** Zones have changed their offset by up to a day. */
const LARGEST_SHIFT = 26 * HOUR;
/** Maximum number of periods that are tried for one time. A rule with COUNT is evaluated from its start. */
const MAX_PERIODS = { counted: 2_000, others: 500 };
/** The same for candidates in a rule that is not evaluated by arithmetic. */
const MAX_CANDIDATES = 50_000;

/** Evaluated in local time as if it were UTC, so that a change of the clocks neither drops nor shifts a time. */
interface Engine {
  readonly rule: RRuleTemporal;
  /** The end that the rule itself has. */
  readonly until: number;
}

const engines = new Map<string, Engine>();
const MAX_ENGINES = 1_000;

function engineOf(text: string, start: number, zone: string): Engine {
  const name = `${start} ${zone} ${text}`;
  const known = engines.get(name);
  if (known) return known;
  const read = readRule(text);
  if ("fault" in read) throw new Error(read.fault);
  const parts = new Map(read.parts);
  const end = untilOf(parts.get("UNTIL"), zone);
  // A few hours more in local time; the end itself is compared in UTC.
  if (end !== undefined) parts.set("UNTIL", stampOf(wallOf(end, zone) + 4 * HOUR));
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${stampOf(wallOf(start, zone))}\nRRULE:${[...parts].map((part) => part.join("=")).join(";")}`,
    strict: true,
    cache: false,
    maxIterations: parts.has("COUNT") ? MAX_PERIODS.counted : MAX_PERIODS.others,
    ...(!isArithmetic(parts) && { maxCandidateEvaluations: MAX_CANDIDATES }),
  });
  const engine = { rule, until: end ?? LATEST };
  if (engines.size >= MAX_ENGINES) engines.clear();
  engines.set(name, engine);
  return engine;
}

/** The first time of a rule that is later than `after`, and not before its start. */
export function nextOfRule(text: string, start: number, zone: string, after: number): number | undefined {
  const { rule, until } = engineOf(text, start, zone);
  const from = Math.max(start - 1, after);
  let wall = wallOf(from, zone) - (isSteady(from, zone) ? 0 : LARGEST_SHIFT);
  for (;;) {
    const next = rule.next(new Date(wall), false);
    if (!next) return undefined;
    wall = next.epochMilliseconds;
    const at = momentOfWall(wall, zone);
    if (at > until || at > LATEST) return undefined;
    if (at > from) return at;
  }
}

/** What is wrong with a rule; undefined if nothing is. */
export function faultOfRule(text: string, start: number, zone: string, now: number): string | undefined {
  const read = readRule(text);
  if ("fault" in read) return read.fault;
  try {
    return nextOfRule(text, start, zone, now) === undefined ? "has no further time" : undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith("Maximum ") ? "has no time, or takes too long to evaluate" : `is not valid: ${message}`;
  }
}

const wallOf = (at: number, zone: string): number =>
  at + Math.round(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6);

/** Whether the clocks of a zone do not change around a time. */
const isSteady = (at: number, zone: string): boolean =>
  wallOf(at + LARGEST_SHIFT, zone) - wallOf(at - LARGEST_SHIFT, zone) === 2 * LARGEST_SHIFT;

/** A local time that is skipped moves forward by the skipped amount, one that occurs twice means the first. */
function momentOfWall(wall: number, zone: string): number {
  if (zone === "UTC") return wall;
  const local = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC").toPlainDateTime();
  return local.toZonedDateTime(zone).epochMilliseconds;
}

const stampOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

/** The last time that UNTIL allows; a date includes the whole local day. */
function untilOf(text: string | undefined, zone: string): number | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day, hour = "23", minute = "59", second = "59", utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text) ?? [];
  const local = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`, {
    overflow: "reject",
  });
  return local.toZonedDateTime(utc === "Z" ? "UTC" : zone).epochMilliseconds;
}
