import type { Journal } from "../history.ts";
import { causeOf, type Logger } from "../log.ts";

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

/** Tells of a clock that cannot be right by what happened last: keys expire by it, and work is due by it. */
export async function mindClock(journal: Journal, now: number, log: Logger): Promise<void> {
  try {
    const newest = await journal.newest();
    if (!newest) return;
    const fields = { clock: new Date(now).toISOString(), newest: newest.time };
    const ahead = Date.parse(newest.time) - now;
    if (ahead > MINUTE) log.warn(fields, "The clock is behind what happened last: what was to expire lives on so long");
    if (ahead < -YEAR)
      log.warn(fields, "Nothing has happened for a year: if the clock is wrong, keys may be taken for expired");
  } catch (error) {
    log.warn(causeOf(error), "The newest event could not be read");
  }
}
