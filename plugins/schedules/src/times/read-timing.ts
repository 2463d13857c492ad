import { gatewayErrors } from "@postern/core";
import type { When, WhenInput } from "../schemas.ts";
import { faultOfCron } from "./cron.ts";
import { millisecondsOf } from "./interval.ts";
import { momentOf } from "./moment.ts";
import { faultOfRule } from "./rule.ts";
import { nextTime, type Timing } from "./timing.ts";

/** An interval is at most this long, in milliseconds: ten years. */
const LONGEST = 3_660 * 86_400_000;

const wrong = (path: string, code: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code, message }] });

/** The due times that a caller set, checked. Throws `gateway.invalid_input` with the path of what is wrong. */
export function readTiming(
  {
    when: given,
    timezone,
    until: end = "",
  }: { when: WhenInput; timezone: string; until?: string | number | undefined },
  now: number,
): Timing {
  const until = end === "" ? undefined : readMoment(end, timezone, "/until");
  const timing = { when: readWhen(given, timezone, now), timezone, ...(until !== undefined && { until }) };
  assertDue(timing, now);
  return timing;
}

/** Refuses due times that are all over: such a schedule would never run. */
export function assertDue(timing: Timing, now: number): void {
  const { when, until } = timing;
  if (nextTime(timing, now) !== undefined) return;
  if (when.at !== undefined && when.at <= now)
    throw wrong("/when/at", "past", `must be in the future; ${new Date(when.at).toISOString()} has passed`);
  const first = nextTime({ when, timezone: timing.timezone }, now);
  if (until === undefined || first === undefined) throw wrong("/when", "ended", "has no further due time");
  throw wrong("/until", "order", `must not be before the first due time, ${new Date(first).toISOString()}`);
}

function readWhen(given: WhenInput, timezone: string, now: number): When {
  const kinds = (["at", "every", "cron", "rrule"] as const).filter((kind) => given[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    throw wrong(
      "/when",
      "oneOf",
      `must have exactly one of at, every, cron and rrule${kind ? `, not ${kinds.join(" and ")}` : ""}`,
    );
  if (given.anchor !== undefined && kind !== "every") throw wrong("/when/anchor", "unused", "requires every");
  if (given.start !== undefined && kind !== "rrule") throw wrong("/when/start", "unused", "requires rrule");
  const { at = 0, every = "", anchor, cron = "", rrule = "", start } = given;
  switch (kind) {
    case "at":
      return { at: readMoment(at, timezone, "/when/at") };
    case "every":
      if (millisecondsOf(every) > LONGEST) throw wrong("/when/every", "range", "must be at most 3660d");
      return { every, anchor: anchor === undefined ? now : readMoment(anchor, timezone, "/when/anchor") };
    case "cron":
      return { cron: readCron(cron, timezone, now) };
    case "rrule":
      if (start === undefined) throw wrong("/when/start", "required", "is required with rrule");
      return readRule(rrule, readMoment(start, timezone, "/when/start"), timezone, now);
  }
}

function readCron(text: string, timezone: string, now: number): string {
  const cron = text.trim().replaceAll(/\s+/g, " ");
  const fault = faultOfCron(cron, timezone, now);
  if (fault === undefined) return cron;
  const form = 'must have five fields (minute hour day month weekday), or six with seconds first, like "0 9 * * 1-5"';
  throw wrong("/when/cron", "cron", `${form}; ${JSON.stringify(cron)} ${fault}`);
}

function readRule(rrule: string, start: number, timezone: string, now: number): When {
  const fault = faultOfRule(rrule, start, timezone, now);
  if (fault !== undefined) throw wrong("/when/rrule", "rrule", fault);
  return { rrule, start };
}

function readMoment(sent: string | number, timezone: string, path: string): number {
  const at = momentOf(sent, timezone);
  if (at !== undefined) return at;
  throw wrong(path, "time", `must be a time that exists, from 1970 to 9999; ${JSON.stringify(sent)} is not`);
}

/** Due times for people. */
export function describeTiming({ when, timezone }: Timing): string {
  const { at, every, cron, rrule } = when;
  if (at !== undefined) return `at ${new Date(at).toISOString()}`;
  if (every !== undefined) return `every ${every}`;
  return cron === undefined ? `by ${rrule} in ${timezone}` : `at "${cron}" in ${timezone}`;
}
