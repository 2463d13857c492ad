import type { Journal } from "../define/journal.ts";
import { causeOf, type Logger } from "../define/log.ts";
import { type Batch, type CompleteDriver, defineRecord, encodeRecord, readsOf, Transaction } from "../storage/index.ts";

/** Clocks are adjusted by less all the time. */
const SECOND = 1_000;
const HOUR = 60 * 60_000;
const YEAR = 365 * 24 * HOUR;

/** The latest trusted time. Written together with uses of keys and by other commits while the system clock is behind. */
export const latest = defineRecord<number>("gateway.latest");

/** A clock that never goes back, even if the system clock is set back or the gateway restarts. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** The latest trusted time. */
  known(): number;
  /** Adds the latest trusted time to a commit if the system clock is behind it: the newest event no longer shows it. */
  keptBy(batch: Batch): Batch;
}

/**
 * The clock by which keys expire and ids are created: an expired key stays expired, and later ids are greater. It
 * starts at the latest time in the store. A jump of more than a year is trusted only after an hour, so that a
 * temporarily wrong clock does no permanent damage.
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
    const warning = "The latest known time could not be read. If the clock is wrong, expired keys may be accepted.";
    log.warn(causeOf(error), warning);
  }
  function trust(at: number): void {
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
      trust(at);
      return Math.max(high, at);
    },
    known: () => high,
    keptBy(batch) {
      const at = now();
      trust(at);
      const { writes } = batch;
      if (high - at < SECOND || writes.length === 0 || writes.some(({ key }) => key === latest.key)) return batch;
      return { ...batch, writes: [...writes, { key: latest.key, value: encodeRecord(high) }] };
    },
  };
}
