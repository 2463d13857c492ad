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
  FREQ: oneWord(
    /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
    "DAILY, WEEKLY, MONTHLY or YEARLY; use every or cron for shorter periods",
  ),
  INTERVAL: whole(1, 10_000),
  COUNT: whole(1, 500),
  UNTIL: oneWord(/^\d{8}(T\d{6}Z?)?$/, "a date like 20261121 or a time like 20261121T090000Z"),
  WKST: oneWord(/^(MO|TU|WE|TH|FR|SA|SU)$/, "a day like MO"),
  BYDAY: each(oneWord(/^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/, "days like MO or -1FR")),
  BYMONTH: each(whole(1, 12)),
  BYMONTHDAY: each(whole(-31, 31)),
  BYYEARDAY: each(whole(-366, 366)),
  BYWEEKNO: each(whole(-53, 53)),
  BYSETPOS: each(whole(-366, 366)),
  BYHOUR: each(clock(23)),
  BYMINUTE: each(clock(59)),
  BYSECOND: each(clock(59)),
};

/** Maximum number of times per day: for more there are intervals and cron expressions. */
const MAX_TIMES = 48;
/** Maximum number of candidates in a period of a rule that selects among them, so that none takes long to evaluate. */
const MAX_CANDIDATES = 1_000;

/** The parts of a rule in upper case, or what is wrong with it. */
export function readRule(rule: string): { parts: ReadonlyMap<string, string> } | { fault: string } {
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
  const perDay = timesPerDay(parts);
  if (perDay > MAX_TIMES) return { fault: `has more than ${MAX_TIMES} times a day. Use cron or every instead` };
  if (!isSimple(parts) && perDay * daysOf(parts) > MAX_CANDIDATES)
    return { fault: `selects among more than ${MAX_CANDIDATES} times. Use fewer parts` };
  return { parts };
}

/** Whether each period of the rule is evaluated by arithmetic. */
export const isSimple = (parts: ReadonlyMap<string, string>): boolean =>
  !["BYSETPOS", "BYYEARDAY", "BYWEEKNO"].some((name) => parts.has(name));

function timesPerDay(parts: ReadonlyMap<string, string>): number {
  const length = (name: string) => parts.get(name)?.split(",").length ?? 1;
  return length("BYHOUR") * length("BYMINUTE") * length("BYSECOND");
}

const daysOf = (parts: ReadonlyMap<string, string>): number =>
  ({ YEARLY: 366, MONTHLY: 31, WEEKLY: 7 })[parts.get("FREQ") as string] ?? 1;
