import { type CountQuery, type Entry, type RangeQuery, unavailable } from "@postern/core/storage";
import type { Transaction } from "lmdb";
import { named } from "./failure.ts";
import { from, type Store } from "./folder.ts";

/** Synchronous reads of the newest state, or of the state of a transaction. */
export function createReads(store: () => Store, transaction?: Transaction) {
  const within = transaction && { transaction };

  function getItem(key: string): string | null {
    try {
      return store().get(key, within) ?? null;
    } catch (error) {
      throw unavailable(named(error), "read");
    }
  }

  function range({ start, end, limit, offset = 0, reverse = false }: RangeQuery): Entry[] {
    const entries: Entry[] = [];
    if (limit <= 0) return entries;
    // In reverse, LMDB includes the start and excludes the end, the opposite of our ranges.
    const bounds = reverse
      ? { start: end, exclusiveStart: true, end: from(start), inclusiveEnd: true, reverse }
      : { start: from(start), end };
    try {
      for (const entry of store().getRange({ ...bounds, limit, offset, transaction })) entries.push(entry);
    } catch (error) {
      throw unavailable(named(error), "read");
    }
    return entries;
  }

  /** LMDB's count has no limit, so check first whether there is a key at the limit. */
  function count({ start, end, limit }: CountQuery): number {
    if (limit <= 0) return 0;
    const bounds = { start: from(start), end, transaction };
    try {
      const last = [...store().getKeys({ ...bounds, limit: 1, offset: limit - 1 })];
      return last.length > 0 ? limit : store().getKeysCount(bounds);
    } catch (error) {
      throw unavailable(named(error), "read");
    }
  }

  return { getItem, range, count };
}
