import type { Journal } from "@postern/core";
import { anyTypeMatcher } from "@postern/kit/cloudevents";
import { bridgeTested } from "../events.ts";

/** More events are not counted, and no more are examined than this many times a page. */
const MAX_LAG = 1_000;
const PAGES = 4;

/** The number of events after a cursor that a bridge with these types publishes, up to 1,000. */
export async function lagAfter(
  journal: Journal,
  start: string,
  types: readonly string[],
): Promise<{ lag: number; lagCapped?: true }> {
  const isWanted = anyTypeMatcher(types);
  let lag = 0;
  let after = start;
  // Counted without building the events.
  const accept = ({ type }: { type: string }) => {
    if (type !== bridgeTested.type && isWanted(type)) lag++;
    return false;
  };
  for (let page = 0; page < PAGES; page++) {
    const { cursor, more } = await journal.read({ after, limit: MAX_LAG / 2, accept, unknown: "gap" });
    if (!more) return lag > MAX_LAG ? { lag: MAX_LAG, lagCapped: true } : { lag };
    after = cursor;
    if (lag >= MAX_LAG) break;
  }
  return { lag: Math.min(lag, MAX_LAG), lagCapped: true };
}
