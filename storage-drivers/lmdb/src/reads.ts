import { type CountQuery, type Entry, type RangeQuery, unavailable } from "@postern/core/storage";
import type { Transaction } from "lmdb";
import { named } from "./failure.ts";
import { from, type Store } from "./folder.ts";

/** Reads of the newest state, or of the moment that a transaction holds. They answer at once. */
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
    // Backwards LMDB includes where it starts and excludes where it ends: the other way round than we do.
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

  /** LMDB counts fast but has no limit, so it looks first whether there is a key at the limit. */
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
