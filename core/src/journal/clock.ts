import type { Journal } from "../define/journal.ts";
import { causeOf, type Logger } from "../define/log.ts";
import { type CompleteDriver, defineRecord, readsOf, Transaction } from "../storage/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

/** The latest moment that keys were used at: written with each note of a use, so that it costs no commit of its own. */
export const latest = defineRecord<number>("gateway.latest");

/** A clock that never goes back, also where the system's clock is set back or the gateway starts anew. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** The latest moment that can be believed. */
  known(): number;
}

/**
 * The clock by which keys end and ids are made: a key that has expired stays expired, and what is made later has a later
 * id. It begins at the latest moment that the store knows of. A leap of more than a year is not believed before an hour
 * has passed: a clock that was years ahead for a while ends nothing for good.
 */
export async function startClock(
  driver: CompleteDriver,
  journal: Journal,
  now: () => number,
  log: Logger,
): Promise<Clock> {
  let high = 0;
  let leap = { at: 0, since: 0 };
  try {
    const [noted = 0, newest] = [await readsOf(new Transaction(driver)).read(latest), await journal.newest()];
    const last = newest ? Date.parse(newest.time) : 0;
    high = Math.max(noted, last - now() > YEAR ? 0 : last);
  } catch (error) {
    const said = "The latest known moment could not be read: keys that have expired are accepted if the clock is wrong";
    log.warn(causeOf(error), said);
  }
  function believe(at: number): void {
    if (at <= high) return;
    const isLeap = high > 0 && at - high > YEAR;
    if (isLeap && (leap.since === 0 || at < leap.at)) leap = { at, since: performance.now() };
    if (isLeap && performance.now() - leap.since < HOUR) return;
    high = at;
    leap = { at: 0, since: 0 };
  }
  return {
    now() {
      const at = now();
      believe(at);
      return Math.max(high, at);
    },
    known: () => high,
  };
}

/** Tells of a clock that cannot be right by what happened last: keys expire by it, and work is due by it. */
export async function mindClock(journal: Journal, now: number, log: Logger): Promise<void> {
  try {
    const newest = await journal.newest();
    if (!newest) return;
    const fields = { clock: new Date(now).toISOString(), newest: newest.time };
    const ahead = Date.parse(newest.time) - now;
    if (ahead > MINUTE)
      log.warn(
        fields,
        "The clock is behind what happened last: work is late, and new keys that expire soon are expired already",
      );
    if (ahead < -YEAR)
      log.warn(fields, "Nothing has happened for a year: if the clock is wrong, keys may be taken for expired");
  } catch (error) {
    log.warn(causeOf(error), "The newest event could not be read");
  }
}
