import { causeOf, type Logger } from "../define/log.ts";
import { StoreUnavailable } from "../storage/index.ts";

/** When the outage of the store began that a log has reported, by the monotonic clock. */
const outages = new WeakMap<Logger, number>();

/**
 * Logs a failure of background work. All work fails while the store is not available, so such an outage is logged only
 * once; `endOutage` logs its end.
 */
export function logFailure(log: Logger, error: unknown, fields: Record<string, unknown>, message: string): void {
  const away = [error, Object(error).cause].find((one) => one instanceof StoreUnavailable);
  if (!away) log.warn({ ...fields, ...causeOf(error) }, message);
  if (!away || outages.has(log)) return;
  outages.set(log, performance.now());
  log.warn({ reason: away.reason, error: away.message }, "The store is not available; background work waits for it");
}

/** Logs the end of the outage, if one was logged. Called by work that failed in it and has succeeded again. */
export function endOutage(log: Logger): void {
  const began = outages.get(log);
  if (began === undefined) return;
  outages.delete(log);
  log.info({ outageMs: Math.round(performance.now() - began) }, "The store is available again");
}
