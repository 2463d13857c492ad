import { setImmediate as turn } from "node:timers/promises";
import type { Collection, Key, Reads } from "../storage/index.ts";

const PORTION = 500;

/** Where records are read one after another. */
export interface Stretch<Index extends string> {
  by?: Index;
  prefix?: Key;
  from?: Key;
  to?: Key;
  reverse?: boolean;
  /** Records that are held at a time, 500 unless said. */
  portion?: number;
}

/** Every record at a place, read in portions, between which others get their turn. Leaving the loop ends the reading. */
export async function* everyOf<T, Index extends string>(
  store: Reads,
  collection: Collection<T, Index>,
  { portion: limit = PORTION, ...place }: Stretch<NoInfer<Index>> = {},
): AsyncGenerator<T, void> {
  let after: string | undefined;
  do {
    const page = await store.find(collection, { ...place, limit, ...(after !== undefined && { after }) });
    yield* page.items;
    after = page.next;
    if (after !== undefined) await turn();
  } while (after !== undefined);
}

/** Counts work, and lets others have their turn after each 500 pieces of it. */
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
