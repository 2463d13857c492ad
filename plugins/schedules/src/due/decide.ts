import type { TimingRecord } from "../collections.ts";
import { countTimes, lastTimes } from "../times/passed.ts";
import { nextTime } from "../times/timing.ts";

/** A due time that is longer ago than this, in milliseconds, was missed. */
const GRACE = 60_000;
/** Maximum number of runs that make up for missed due times. */
const MAX_MISSED = 100;
/** Skipped due times are counted up to this number, since each costs time. */
export const MAX_COUNTED = 10;

/** Due times that are left out, as one record. */
export interface Skipped {
  readonly dueAt: number;
  readonly lastDueAt: number;
  readonly count: number;
}

/** What is due of a schedule. */
export interface Decision {
  /** Due times of the runs to add, oldest first. */
  readonly runs: readonly number[];
  readonly missed?: Skipped;
  /** The last due time that this decides on. */
  readonly doneTo: number;
  readonly next: number | undefined;
  /** Why its due times cannot be computed. */
  readonly fault?: string;
}

/** Decides on the due times of a schedule that have passed. Nothing is read or written. It never throws. */
export async function decide(timing: TimingRecord & { nextDueAt: number }, now: number): Promise<Decision> {
  try {
    return await decideOn(timing, now);
  } catch (error) {
    // One schedule must not keep all others waiting.
    return { runs: [], doneTo: timing.nextDueAt, next: undefined, fault: String(error) };
  }
}

async function decideOn(timing: TimingRecord & { nextDueAt: number }, now: number): Promise<Decision> {
  const { nextDueAt: first, missed } = timing;
  const second = nextTime(timing, first);
  const isOne = second === undefined || second > now;
  const last = isOne ? [first] : await lastTimes(timing, first, now, missed === "all" ? MAX_MISSED : 1);
  const doneTo = last.at(-1) ?? first;
  const next = isOne ? second : nextTime(timing, now);
  const runs = missed === "skip" && now - doneTo > GRACE ? [] : last;
  const [from] = runs;
  if (from === first) return { runs, doneTo, next };
  const end = from ?? doneTo + 1;
  const count = await countTimes(timing, first, end, MAX_COUNTED);
  const [lastDueAt = first] = await lastTimes(timing, first, end - 1, 1);
  return { runs, missed: { dueAt: first, lastDueAt, count }, doneTo, next };
}
