import { setImmediate as turn } from "node:timers/promises";
import type { Collection, Key, Reads } from "@postern/core/storage";

const PORTION = 500;

/** A range of records to read one after another. */
export interface ScanRange<Index extends string> {
  by?: Index;
  prefix?: Key;
  from?: Key;
  to?: Key;
  reverse?: boolean;
  /** Number of records held in memory at a time; 500 by default. */
  portion?: number;
}

/**
 * Every record in a range, read in portions with turns of the event loop in between. Leaving the loop ends the reading.
 */
export async function* scanRecords<T, Index extends string>(
  store: Reads,
  collection: Collection<T, Index>,
  { portion: limit = PORTION, ...place }: ScanRange<NoInfer<Index>> = {},
): AsyncGenerator<T, void> {
  let after: string | undefined;
  do {
    const page = await store.find(collection, { ...place, limit, ...(after !== undefined && { after }) });
    yield* page.items;
    after = page.next;
    if (after !== undefined) await turn();
  } while (after !== undefined);
}

/** Counts work, and yields to the event loop after every 500 units. */
export function createPacer(): (work?: number) => Promise<void> | undefined {
  let done = 0;
  return (work = 1) => {
    done += work;
    if (done < PORTION) return undefined;
    done = 0;
    return turn();
  };
}

/** Yields the items one after another, with turns of the event loop in between. */
export async function* paceItems<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  const pace = createPacer();
  for (const item of items) {
    await pace();
    yield item;
  }
}
