import { setImmediate as turn } from "node:timers/promises";
import type { Collection, Glance, Key } from "@postern/core";
import type { Source } from "@postern/core/paging";
import type { Readiness } from "./schemas.ts";

const PORTION = 500;

/** Every record at a place, read in portions, between which others get their turn. */
export async function* everyOf<T, Index extends string>(
  store: Glance,
  collection: Collection<T, Index>,
  place: { by?: NoInfer<Index>; prefix?: Key },
  portion = PORTION,
): AsyncGenerator<T, void> {
  let after: string | undefined;
  do {
    const page = await store.find(collection, { ...place, limit: portion, ...(after !== undefined && { after }) });
    yield* page.items;
    after = page.next;
    if (after !== undefined) await turn();
  } while (after !== undefined);
}

/** Counts work, and lets others have their turn after each portion of it. */
export function paced(): (work?: number) => Promise<void> | undefined {
  let done = 0;
  return (work = 1) => {
    done += work;
    if (done < PORTION) return undefined;
    done = 0;
    return turn();
  };
}

/** The items one after another; between portions of them others get their turn. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  const pace = paced();
  for (const item of items) {
    await pace();
    yield item;
  }
}

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
