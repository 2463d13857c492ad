import { RRuleTemporal } from "rrule-temporal";
import { LATEST } from "../time/span.ts";
import { momentOfWall, wallOf } from "../time/zone.ts";

/** An invalid rule. The message follows the name of its field. */
export class RuleFault extends Error {
  override readonly name = "RuleFault";
}

const whole = (least: number, most: number) => (text: string) => {
  const number = Number(text);
  if (!/^[+-]?\d{1,6}$/.test(text) || number === 0 || Math.abs(number) > most || number < least)
    throw new RuleFault(
      `has the value ${text}; expected a number from ${least} to ${most}${least < 0 ? " other than 0" : ""}`,
    );
};
const clock = (most: number) => (text: string) => {
  if (!/^\d{1,2}$/.test(text) || Number(text) > most)
    throw new RuleFault(`has the value ${text}; expected a number from 0 to ${most}`);
};
const oneWord = (words: RegExp, said: string) => (text: string) => {
  if (!words.test(text)) throw new RuleFault(`has the value ${text}; expected ${said}`);
};
const each = (check: (text: string) => void) => (text: string) => {
  for (const one of text.split(",")) check(one);
};

const PARTS: Record<string, (text: string) => void> = {
  FREQ: oneWord(/^(HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/, "HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY"),
  INTERVAL: whole(1, 10_000),
  COUNT: whole(1, 10_000),
  UNTIL: oneWord(/^\d{8}(T\d{6}Z?)?$/, "a date like 20261121 or a time like 20261121T090000Z"),
  WKST: oneWord(/^(MO|TU|WE|TH|FR|SA|SU)$/, "a day like MO"),
  BYDAY: each(oneWord(/^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/, "a day like MO or -1FR")),
  BYMONTH: each(whole(1, 12)),
  BYMONTHDAY: each(whole(-31, 31)),
  BYYEARDAY: each(whole(-366, 366)),
  BYWEEKNO: each(whole(-53, 53)),
  BYSETPOS: each(whole(-366, 366)),
  BYHOUR: each(clock(23)),
  BYMINUTE: each(clock(59)),
  BYSECOND: each(clock(59)),
};

/** Maximum number of occurrences per day, to protect calendars from being flooded. */
const MAX_TIMES = 48;
/** Maximum length of a rule in characters; a rule that lists every day of the year is shorter. */
const MAX_LENGTH = 2_000;

/** Parses and validates the parts of a rule. */
export function partsOf(rule: string): Map<string, string> {
  if (rule.length > MAX_LENGTH) throw new RuleFault(`has ${rule.length} characters; the maximum is ${MAX_LENGTH}`);
  const parts = new Map<string, string>();
  for (const part of rule
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "")
    .replace(/;$/, "")
    .split(";")) {
    const [name = "", value = ""] = part.split(/=(.*)/s);
    const check = PARTS[name];
    if (!check)
      throw new RuleFault(
        `has an unknown part ${JSON.stringify(name.slice(0, 40))}; known parts are ${Object.keys(PARTS).join(", ")}`,
      );
    if (parts.has(name)) throw new RuleFault(`has ${name} twice`);
    try {
      check(value);
    } catch (fault) {
      throw new RuleFault(`${(fault as Error).message} in ${name}`);
    }
    parts.set(name, value);
  }
  if (!parts.has("FREQ")) throw new RuleFault("must contain FREQ, as in FREQ=WEEKLY;BYDAY=MO");
  if (parts.has("COUNT") && parts.has("UNTIL"))
    throw new RuleFault("has both COUNT and UNTIL; only one of them is allowed");
  const length = (name: string, none = 1) => parts.get(name)?.split(",").length ?? none;
  if (length("BYHOUR", parts.get("FREQ") === "HOURLY" ? 24 : 1) * length("BYMINUTE") * length("BYSECOND") > MAX_TIMES)
    throw new RuleFault(`occurs more than ${MAX_TIMES} times a day`);
  return parts;
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
const isSimple = (parts: ReadonlyMap<string, string>): boolean =>
  !["BYSETPOS", "BYYEARDAY", "BYWEEKNO"].some((name) => parts.has(name));
const TOO_LONG = "takes too long to evaluate: use fewer parts, or UNTIL instead of COUNT";

/** Maximum number of candidate times that a rule can have in one period. */
function candidatesOf(parts: ReadonlyMap<string, string>): number {
  const length = (name: string, none = 1) => parts.get(name)?.split(",").length ?? none;
  const freq = parts.get("FREQ");
  const days = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7 }[freq as string] ?? 1;
  const named = parts.has("BYYEARDAY")
    ? length("BYYEARDAY")
    : parts.has("BYWEEKNO")
      ? length("BYWEEKNO") * length("BYDAY")
      : days;
  return Math.min(days, named) * (freq === "HOURLY" ? 1 : length("BYHOUR")) * length("BYMINUTE") * length("BYSECOND");
}

/** Rejects a rule with so many candidate times that evaluating it would block the event loop. */
function assertCandidates(parts: ReadonlyMap<string, string>): void {
  if (isSimple(parts)) return;
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
    maxIterations: !isCounted ? PERIODS : isSimple(parts) ? COUNTED.simple : COUNTED.other,
    // Any explicit limit disables the library's arithmetic evaluation.
    ...(!isSimple(parts) && { maxCandidateEvaluations: TRIES }),
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
