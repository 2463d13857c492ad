import type { PluginContext } from "@postern/core";

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

/** Warns of a clock that is probably wrong, judged by the newest event: keys expire and work becomes due by it. */
export async function checkClock({ journal, now, log }: Pick<PluginContext, "journal" | "now" | "log">): Promise<void> {
  try {
    const newest = await journal.newest();
    if (!newest) return;
    const fields = { clock: new Date(now()).toISOString(), newest: newest.time };
    const ahead = Date.parse(newest.time) - now();
    if (ahead > MINUTE)
      log.warn(fields, "The clock is behind the newest event: work is delayed, and short-lived keys may seem expired");
    if (ahead < -YEAR)
      log.warn(fields, "The newest event is over a year old: if the clock is wrong, keys may seem expired");
  } catch (error) {
    log.warn({ error: String(error) }, "The newest event could not be read");
  }
}
