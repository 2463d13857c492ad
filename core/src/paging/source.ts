import type { Collection, Key, MaybePromise, Reads } from "../storage/index.ts";
import { everyOf } from "./walk.ts";

/** Totals are exact up to here: counting a million records to show fifty helps nobody. */
export const MOST_COUNTED = 10_000;

/** Some items of a list, and how many there are in all: exact, or `MOST_COUNTED` and capped. */
export interface Portion<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly totalCapped: boolean;
}

/** Where a list's items come from, in order. */
export interface Source<T> {
  (offset: number, limit: number): MaybePromise<Portion<T>>;
  /** All items one after another, where that costs less than page after page. */
  each?(): AsyncIterable<T>;
}

interface Place<Index extends string> {
  by?: Index;
  prefix?: Key;
  from?: Key;
  to?: Key;
  reverse?: boolean;
}

/**
 * All records at a place: what is skipped is skipped by the store, and counting reads no record. `counted` tells how
 * many there are where a counter knows, which costs less than looking.
 */
export function within<T, Index extends string>(
  store: Reads,
  collection: Collection<T, Index>,
  place: Place<NoInfer<Index>> = {},
  counted?: () => MaybePromise<number>,
): Source<T> {
  const page = async (offset: number, limit: number): Promise<Portion<T>> => {
    const { reverse: _, ...range } = place;
    const count = await (counted ? counted() : store.count(collection, { ...range, limit: MOST_COUNTED + 1 }));
    const { items } = await store.find(collection, { ...place, offset, limit });
    return { items, total: Math.min(count, MOST_COUNTED), totalCapped: count > MOST_COUNTED };
  };
  return Object.assign(page, { each: () => everyOf(store, collection, place) });
}

/** The records at a place that pass `test`: for what no index tells apart. Read in portions, between which others get their turn. */
export function filtered<T, Index extends string>(
  store: Reads,
  collection: Collection<T, Index>,
  place: Place<NoInfer<Index>>,
  test: (record: T) => MaybePromise<boolean>,
): Source<T> {
  const each = async function* () {
    for await (const record of everyOf(store, collection, place)) if (await test(record)) yield record;
  };
  const page = async (offset: number, limit: number): Promise<Portion<T>> => {
    const items: T[] = [];
    let total = 0;
    for await (const record of each()) {
      if (total >= offset && items.length < limit) items.push(record);
      total++;
      if (total > MOST_COUNTED && total >= offset + limit) break;
    }
    return { items, total: Math.min(total, MOST_COUNTED), totalCapped: total > MOST_COUNTED };
  };
  return Object.assign(page, { each });
}

/** A list that is at hand already. */
export function all<T>(items: readonly T[]): Source<T> {
  return (offset, limit) => ({
    items: items.slice(offset, offset + limit),
    total: Math.min(items.length, MOST_COUNTED),
    totalCapped: items.length > MOST_COUNTED,
  });
}
