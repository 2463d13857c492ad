import { createPacer, type Source } from "@postern/kit/paging";
import type { Readiness } from "./schemas.ts";

/** Maps a list sequentially with pauses: each task may have a thousand unfinished dependencies, which are all read. */
export function mapPaced<T, S>(
  source: Source<T>,
  show: (item: T) => Promise<S>,
  readinessIn: (shown: S) => Readiness,
): Source<S> {
  return async (offset, limit) => {
    const { items, ...counts } = await source(offset, limit);
    const pace = createPacer();
    const shown: S[] = [];
    for (const item of items) {
      const mapped = await show(item);
      shown.push(mapped);
      await pace(1 + readinessIn(mapped).unsatisfied.length);
    }
    return { items: shown, ...counts };
  };
}
