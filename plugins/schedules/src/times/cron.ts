import { Cron } from "croner";

interface Parsed {
  readonly cron: Cron;
  /** The last time that was found, and after which: it is the same for all times in between. */
  last?: { readonly after: number; readonly next: number };
}

/** Parsed expressions by zone and text: most schedules share a few of them. */
const parsed = new Map<string, Parsed>();
const MAX_PARSED = 1_000;

/**
 * The expression in a zone. Where clocks change, fixed times that do not exist run at the end of the gap, and those that
 * occur twice run once; patterns with a wildcard or step follow the clock.
 */
function cronOf(expression: string, zone: string): Parsed {
  const name = `${zone} ${expression}`;
  const known = parsed.get(name);
  if (known) return known;
  const cron = new Cron(expression, { timezone: zone, mode: "5-or-6-parts", fixedTimeRule: "no-wildcard" });
  if (parsed.size >= MAX_PARSED) parsed.clear();
  const found: Parsed = { cron };
  parsed.set(name, found);
  return found;
}

/** The first time of an expression that is later than `after`. */
export function nextOfCron(expression: string, zone: string, after: number): number | undefined {
  const found = cronOf(expression, zone);
  const { cron, last } = found;
  if (last && after >= last.after && after < last.next) return last.next;
  const next = cron.nextRun(new Date(after))?.getTime();
  if (next !== undefined) found.last = { after, next };
  return next;
}

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
