import { candidatesOf, isArithmetic, type RecurrenceParts, readRecurrence } from "@postern/kit/fields";

/** A rule with COUNT is evaluated from its start. */
const MAX_COUNT = 500;
/** Maximum number of candidates in a period of a rule that selects among them, so that none takes long to evaluate. */
const MAX_CANDIDATES = 1_000;

/** The parts of a rule in upper case, or what is wrong with it. */
export function readRule(rule: string): { readonly parts: RecurrenceParts } | { readonly fault: string } {
  const read = readRecurrence(rule);
  if ("fault" in read) return read;
  const { parts } = read;
  const count = Number(parts.get("COUNT") ?? 1);
  if (parts.get("FREQ") === "HOURLY") return { fault: "has FREQ=HOURLY; use every or cron for shorter periods" };
  if (count > MAX_COUNT) return { fault: `has COUNT=${count}; expected a number from 1 to ${MAX_COUNT}` };
  if (!isArithmetic(parts) && candidatesOf(parts) > MAX_CANDIDATES)
    return { fault: `selects among more than ${MAX_CANDIDATES} times. Use fewer parts` };
  return read;
}
