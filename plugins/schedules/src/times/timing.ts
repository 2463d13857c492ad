import { nextOfCron } from "./cron.ts";
import { millisecondsOf, nextInInterval } from "./interval.ts";
import { LATEST } from "./moment.ts";
import { nextOfRule } from "./rule.ts";

/** The due times of a schedule, one of four kinds. All times are Unix milliseconds. */
export interface Timing {
  readonly when: {
    readonly at?: number;
    readonly every?: string;
    readonly anchor?: number;
    readonly cron?: string;
    readonly rrule?: string;
    readonly start?: number;
  };
  readonly timezone: string;
  readonly until?: number;
}

/** The first due time that is later than `after`; undefined if there is none. */
export function nextTime({ when, timezone, until = LATEST }: Timing, after: number): number | undefined {
  const next = nextOf(when, timezone, after);
  return next !== undefined && next <= until ? next : undefined;
}

function nextOf({ at, every, anchor = 0, cron, rrule, start = 0 }: Timing["when"], zone: string, after: number) {
  if (at !== undefined) return at > after ? at : undefined;
  if (every !== undefined) return nextInInterval(millisecondsOf(every), anchor, after);
  if (cron !== undefined) return nextOfCron(cron, zone, after);
  return rrule === undefined ? undefined : nextOfRule(rrule, start, zone, after);
}

/** The next due times later than `after`, at most `count`. */
export function upcoming(timing: Timing, after: number, count: number): number[] {
  const times: number[] = [];
  for (let at = nextTime(timing, after); at !== undefined && times.length < count; at = nextTime(timing, at))
    times.push(at);
  return times;
}
