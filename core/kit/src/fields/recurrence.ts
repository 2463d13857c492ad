/** The parts of an iCalendar recurrence rule, by name in upper case. */
export type RecurrenceParts = ReadonlyMap<string, string>;

/** Says what was expected, if a value is not valid. */
type Check = (text: string) => string | undefined;

const whole =
  (least: number, most: number): Check =>
  (text) => {
    const number = Number(text);
    const isWhole = /^[+-]?\d{1,6}$/.test(text) && number !== 0 && number >= least && number <= most;
    return isWhole ? undefined : `a number from ${least} to ${most}${least < 0 ? " other than 0" : ""}`;
  };
const clock =
  (most: number): Check =>
  (text) =>
    /^\d{1,2}$/.test(text) && Number(text) <= most ? undefined : `a number from 0 to ${most}`;
const oneWord =
  (words: RegExp, expected: string): Check =>
  (text) =>
    words.test(text) ? undefined : expected;
const each =
  (check: Check): Check =>
  (text) =>
    text.split(",").map(check).find(Boolean);

const PARTS: Readonly<Record<string, Check>> = {
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

/** Maximum number of occurrences per day, so that nothing is flooded. */
const MAX_TIMES = 48;

/** Parses a recurrence rule (RFC 5545) with at most 48 occurrences a day, or says what is wrong with it. */
export function readRecurrence(rule: string): { readonly parts: RecurrenceParts } | { readonly fault: string } {
  const text = rule
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "")
    .replace(/;$/, "");
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const [name = "", value = ""] = part.split(/=(.*)/s);
    if (!Object.hasOwn(PARTS, name))
      return {
        fault: `has an unknown part ${JSON.stringify(name.slice(0, 40))}; use ${Object.keys(PARTS).join(", ")}`,
      };
    if (parts.has(name)) return { fault: `has ${name} twice` };
    const expected = PARTS[name]?.(value);
    if (expected !== undefined) return { fault: `has ${name}=${value.slice(0, 60)}; expected ${expected}` };
    parts.set(name, value);
  }
  if (!parts.has("FREQ")) return { fault: "must contain FREQ, as in FREQ=WEEKLY;BYDAY=MO" };
  if (parts.has("COUNT") && parts.has("UNTIL"))
    return { fault: "has both COUNT and UNTIL; only one of them is allowed" };
  if (timesPerDay(parts) > MAX_TIMES) return { fault: `occurs more than ${MAX_TIMES} times a day` };
  return { parts };
}

function timesPerDay(parts: RecurrenceParts): number {
  const hours = lengthOf(parts, "BYHOUR", parts.get("FREQ") === "HOURLY" ? 24 : 1);
  return hours * lengthOf(parts, "BYMINUTE") * lengthOf(parts, "BYSECOND");
}

/** The number of values of a part. */
const lengthOf = (parts: RecurrenceParts, name: string, none = 1): number => parts.get(name)?.split(",").length ?? none;

/** Whether each period of a rule can be evaluated by arithmetic. */
export const isArithmetic = (parts: RecurrenceParts): boolean =>
  !["BYSETPOS", "BYYEARDAY", "BYWEEKNO"].some((name) => parts.has(name));

/** The maximum number of times in one period among which a rule selects. */
export function candidatesOf(parts: RecurrenceParts): number {
  const freq = parts.get("FREQ");
  const days = { YEARLY: 366, MONTHLY: 31, WEEKLY: 7 }[freq as string] ?? 1;
  const named = parts.has("BYYEARDAY")
    ? lengthOf(parts, "BYYEARDAY")
    : parts.has("BYWEEKNO")
      ? lengthOf(parts, "BYWEEKNO") * lengthOf(parts, "BYDAY")
      : days;
  const hours = freq === "HOURLY" ? 1 : lengthOf(parts, "BYHOUR");
  return Math.min(days, named) * hours * lengthOf(parts, "BYMINUTE") * lengthOf(parts, "BYSECOND");
}
