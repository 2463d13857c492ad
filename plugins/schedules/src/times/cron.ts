import { Cron } from "croner";

/** Parsed expressions by zone and text: most schedules share a few of them. */
const parsed = new Map<string, Cron>();
const MAX_PARSED = 1_000;

/**
 * The expression in a zone. Where clocks change, fixed times that do not exist run at the end of the gap, and those that
 * occur twice run once; patterns with a wildcard or step follow the clock.
 */
function cronOf(expression: string, zone: string): Cron {
  const name = `${zone} ${expression}`;
  const known = parsed.get(name);
  if (known) return known;
  const cron = new Cron(expression, { timezone: zone, mode: "5-or-6-parts", fixedTimeRule: "no-wildcard" });
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(name, cron);
  return cron;
}

/** The first time of an expression that is later than `after`. */
export const nextOfCron = (expression: string, zone: string, after: number): number | undefined =>
  cronOf(expression, zone).nextRun(new Date(after))?.getTime();

/** What is wrong with an expression; undefined if nothing is. */
export function faultOfCron(expression: string, zone: string, now: number): string | undefined {
  const fields = expression.trim().split(/\s+/).length;
  if (fields !== 5 && fields !== 6) return `has ${fields} fields`;
  try {
    return nextOfCron(expression, zone, now) === undefined ? "matches no date" : undefined;
  } catch (error) {
    return `is not valid: ${(error as Error).message.replace(/^CronPattern: /, "")}`;
  }
}
