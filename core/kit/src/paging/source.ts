import type { Collection, Key, MaybePromise, Reads } from "@postern/core/storage";
import { scanRecords } from "./scan.ts";

/** Totals are exact up to this limit: counting a million records to show fifty helps nobody. */
export const MAX_COUNTED = 10_000;

/** Some items of a list and their total number: exact, or capped at `MAX_COUNTED`. */
export interface Portion<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly totalCapped: boolean;
}

/** The ordered items of a list. */
export interface Source<T> {
  (offset: number, limit: number): MaybePromise<Portion<T>>;
  /** All items one after another, if that is cheaper than reading page by page. */
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
 * All records in a range. The store skips and counts without reading records. `counted` returns the count if a counter
 * knows it, which is cheaper.
 */
export function within<T, Index extends string>(
  store: Reads,
  collection: Collection<T, Index>,
  place: Place<NoInfer<Index>> = {},
  counted?: () => MaybePromise<number>,
): Source<T> {
  const page = async (offset: number, limit: number): Promise<Portion<T>> => {
    const { reverse: _, ...range } = place;
    // Together, so that a store on a server reads both in one round trip.
    const [count, { items }] = await Promise.all([
      counted ? counted() : store.count(collection, { ...range, limit: MAX_COUNTED + 1 }),
      store.find(collection, { ...place, offset, limit }),
    ]);
    return { items, total: Math.min(count, MAX_COUNTED), totalCapped: count > MAX_COUNTED };
  };
  return Object.assign(page, { each: () => scanRecords(store, collection, place) });
}

/**
 * The records in a range that pass `test`, for conditions without an index. Read in portions, with turns of the event
 * loop in between.
 */
export function filtered<T, Index extends string>(
  store: Reads,
  collection: Collection<T, Index>,
  place: Place<NoInfer<Index>>,
  test: (record: T) => MaybePromise<boolean>,
): Source<T> {
  const each = async function* () {
    for await (const record of scanRecords(store, collection, place)) if (await test(record)) yield record;
  };
  const page = async (offset: number, limit: number): Promise<Portion<T>> => {
    const items: T[] = [];
    let total = 0;
    for await (const record of each()) {
      if (total >= offset && items.length < limit) items.push(record);
      total++;
      if (total > MAX_COUNTED && total >= offset + limit) break;
    }
    return { items, total: Math.min(total, MAX_COUNTED), totalCapped: total > MAX_COUNTED };
  };
  return Object.assign(page, { each });
}

/** The items of one source, then the items of another. */
export function chained<L, R>(first: Source<L>, second: Source<R>): Source<L | R> {
  const page = async (offset: number, limit: number): Promise<Portion<L | R>> => {
    const left = await first(offset, limit);
    const right = await second(Math.max(0, offset - left.total), limit - left.items.length);
    const total = left.total + right.total;
    return {
      items: [...left.items, ...right.items],
      total: Math.min(total, MAX_COUNTED),
      totalCapped: left.totalCapped || right.totalCapped || total > MAX_COUNTED,
    };
  };
  if (!first.each || !second.each) return page;
  const sources = [first.each, second.each];
  return Object.assign(page, {
    async *each() {
      for (const each of sources) yield* each();
    },
  });
}

/** A list in memory. */
export function listSource<T>(items: readonly T[]): Source<T> {
  return (offset, limit) => ({
    items: items.slice(offset, offset + limit),
    total: Math.min(items.length, MAX_COUNTED),
    totalCapped: items.length > MAX_COUNTED,
  });
}
