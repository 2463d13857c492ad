import { paced, type Source } from "@postern/core/paging";
import type { Readiness } from "./schemas.ts";

/** A list that shows its tasks one after another: each may wait for a thousand others, which are all looked at. */
export function oneByOne<T, S>(
  source: Source<T>,
  show: (item: T) => Promise<S>,
  readinessIn: (shown: S) => Readiness,
): Source<S> {
  return async (offset, limit) => {
    const { items, ...counts } = await source(offset, limit);
    const pace = paced();
    const shown: S[] = [];
    for (const item of items) {
      const one = await show(item);
      shown.push(one);
      await pace(1 + readinessIn(one).unsatisfied.length);
    }
    return { items: shown, ...counts };
  };
}
