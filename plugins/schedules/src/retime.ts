import { omitUndefined } from "@postern/core";
import type { TimingRecord } from "./collections.ts";
import type { WhenInput } from "./schemas.ts";
import { readTiming } from "./times/read-timing.ts";
import { nextTime } from "./times/timing.ts";
import { nextFrom } from "./when-due.ts";

interface Changes {
  readonly when?: WhenInput | undefined;
  readonly timezone?: string | undefined;
  /** An empty text removes it. */
  readonly until?: string | number | undefined;
}

/** Due times after a change. Throws `gateway.invalid_input` if there are none. Unchanged if nothing is given. */
export function retime(before: TimingRecord, { when, timezone, until }: Changes, now: number): TimingRecord {
  if (when === undefined && timezone === undefined && until === undefined) return before;
  const given = {
    when: when ?? before.when,
    timezone: timezone ?? before.timezone,
    until: until ?? before.until,
  };
  const due = readTiming(given, now);
  const { until: _, ...rest } = before;
  if (when === undefined && timezone === undefined)
    return omitUndefined({ ...rest, ...due, nextDueAt: nextFrom({ ...due, doneTo: before.doneTo }, now) });
  return omitUndefined({ ...rest, ...due, nextDueAt: nextTime(due, now), doneTo: now });
}
