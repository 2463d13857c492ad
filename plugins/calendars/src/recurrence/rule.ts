import { candidatesOf, isArithmetic, type RecurrenceParts, readRecurrence } from "@postern/kit/fields";
import { RRuleTemporal } from "rrule-temporal";
import { LATEST } from "../time/span.ts";
import { momentOfWall, wallOf } from "../time/zone.ts";

/** An invalid rule. The message follows the name of its field. */
export class RuleFault extends Error {
  override readonly name = "RuleFault";
}

/** Maximum length of a rule in characters; a rule that lists every day of the year is shorter. */
const MAX_LENGTH = 2_000;

/** Parses and validates the parts of a rule. */
export function partsOf(rule: string): Map<string, string> {
  if (rule.length > MAX_LENGTH) throw new RuleFault(`has ${rule.length} characters; the maximum is ${MAX_LENGTH}`);
  const read = readRecurrence(rule);
  if ("fault" in read) throw new RuleFault(read.fault);
  return new Map(read.parts);
}

/** The stored form of a rule: its parts in upper case, without the name of the property. */
export const spellRule = (rule: string): string =>
  [...partsOf(rule)].map(([name, value]) => `${name}=${value}`).join(";");

/** Start of the event that a rule repeats. `zone` is undefined for all-day events. */
export interface Anchor {
  readonly startAt: number;
  readonly zone: string | undefined;
}

/**
 * A rule that can be evaluated. It uses local time as if it were UTC, so that daylight saving changes neither drop nor
 * shift occurrences.
 */
export interface Engine {
  readonly rule: RRuleTemporal;
  /** Last possible start time of an occurrence. */
  readonly until: number;
}

const DAY = 86_400_000;
const YEAR = 366 * DAY;
/** Time span evaluated at a time; a rule for every half hour has 4,800 occurrences in it. */
export const STRIDE = 100 * DAY;
/** Maximum number of periods tried. No rule that passes `partsOf` reaches it within a stride. */
const PERIODS = 20_000;
/**
 * Limits of COUNT. To find its last occurrence, a rule is evaluated from the start without yielding. Simple rules are
 * evaluated arithmetically, and others take far longer.
 */
const COUNTED = { simple: 2_000, other: 400 };
const TRIES = 50_000;
/** Maximum number of candidate times of a complex rule, per period and for all periods of its COUNT. */
const CANDIDATES = { period: 1_000, counted: 20_000 };
const TOO_LONG = "takes too long to evaluate: use fewer parts, or UNTIL instead of COUNT";

/** Rejects a rule with so many candidate times that evaluating it would block the event loop. */
function assertCandidates(parts: RecurrenceParts): void {
  if (isArithmetic(parts)) return;
  const [candidates, count] = [candidatesOf(parts), Number(parts.get("COUNT") ?? 0)];
  if (candidates > CANDIDATES.period || candidates * count > CANDIDATES.counted) throw new RuleFault(TOO_LONG);
}

/** Cache of evaluated rules, because calendars are read repeatedly. */
const engines = new Map<string, Engine>();
const MAX_ENGINES = 1_000;

export function engineOf(rule: string, anchor: Anchor): Engine {
  const name = `${anchor.startAt} ${anchor.zone} ${rule}`;
  const known = engines.get(name);
  if (known) return known;
  const engine = startEngine(rule, anchor);
  if (engines.size >= MAX_ENGINES) engines.clear();
  engines.set(name, engine);
  return engine;
}

function startEngine(rule: string, { startAt, zone }: Anchor): Engine {
  const parts = partsOf(rule);
  assertCandidates(parts);
  const isCounted = parts.has("COUNT");
  const start = zone === undefined ? startAt : wallOf(zone, startAt);
  const until = untilOf(parts.get("UNTIL"), zone);
  // Some hours are added in local time; `until` is compared again in UTC.
  if (until !== undefined)
    parts.set("UNTIL", stampOf((zone === undefined ? until : wallOf(zone, until)) + 4 * 3_600_000));
  const text = `DTSTART:${stampOf(start)}\nRRULE:${[...parts].map(([name, value]) => `${name}=${value}`).join(";")}`;
  const options = {
    rruleString: text,
    strict: true,
    cache: false,
    maxIterations: !isCounted ? PERIODS : isArithmetic(parts) ? COUNTED.simple : COUNTED.other,
    // Any explicit limit disables the library's arithmetic evaluation.
    ...(!isArithmetic(parts) && { maxCandidateEvaluations: TRIES }),
  };
  try {
    const plain = new RRuleTemporal(options);
    if (!isCounted) return { rule: plain, until: until ?? Number.POSITIVE_INFINITY };
    const second = Math.floor(start / 1000) * 1000;
    const yieldsStart = plain.between(new Date(second), new Date(second), true).length > 0;
    // The start is the first occurrence that COUNT includes, whatever the rule says.
    const rule = yieldsStart ? plain : new RRuleTemporal({ ...options, includeDtstart: true });
    const last = rule.previous(new Date(LATEST), true)?.epochMilliseconds ?? second;
    return { rule, until: (zone === undefined ? last : momentOfWall(zone, last)) + 999 };
  } catch (fault) {
    const { message } = fault as Error;
    throw new RuleFault(message.startsWith("Maximum ") ? TOO_LONG : `is not a valid rule: ${message}`);
  }
}

/** Rejects a rule that is invalid, or that takes too long to evaluate now or in later years. */
export function assertRule(rule: string, anchor: Anchor): void {
  const { rule: engine } = engineOf(rule, anchor);
  const [soon, far] = [anchor.startAt, Math.min(anchor.startAt + 30 * YEAR, LATEST - YEAR)];
  try {
    for (const from of [soon, far]) engine.between(new Date(from), new Date(from + STRIDE), true);
  } catch {
    throw new RuleFault(TOO_LONG);
  }
}

/** A time in iCalendar format, such as 20261121T090000Z. */
export const stampOf = (at: number): string => `${new Date(at).toISOString().replace(/[-:]|\.\d+/g, "")}`;

/** Last start time that UNTIL allows; a date includes the whole local day. */
function untilOf(text: string | undefined, zone: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day, hour = "23", minute = "59", second = "59", utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (stampOf(at).slice(0, 8) !== `${year}${month}${day}`)
    throw new RuleFault(`has the value ${text} in UNTIL, which is not a valid date`);
  return zone === undefined || utc === "Z" ? at : momentOfWall(zone, at);
}
