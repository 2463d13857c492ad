import { setImmediate as turn } from "node:timers/promises";
import type { Collection, Glance, Key } from "@postern/core";

const PORTION = 500;

/** Every record at a place, read in portions, between which others get their turn. */
export async function* everyOf<T, Index extends string>(
  store: Glance,
  collection: Collection<T, Index>,
  place: { by?: NoInfer<Index>; prefix?: Key },
): AsyncGenerator<T, void> {
  let after: string | undefined;
  do {
    const page = await store.find(collection, { ...place, limit: PORTION, ...(after !== undefined && { after }) });
    yield* page.items;
    after = page.next;
    if (after !== undefined) await turn();
  } while (after !== undefined);
}

/** The items one after another; between portions of them others get their turn. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  let count = 0;
  for (const item of items) {
    if (++count % PORTION === 0) await turn();
    yield item;
  }
}
