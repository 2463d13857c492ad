import type { CountQuery, Entry, RangeQuery } from "@postern/core/storage";
import type { Transaction } from "lmdb";
import { from, type Store } from "./folder.ts";

/** Reads of the newest state, or of the moment that a transaction holds. They answer at once. */
export function createReads(store: () => Store, transaction?: Transaction) {
  const within = transaction && { transaction };

  const getItem = (key: string): string | null => store().get(key, within) ?? null;

  function range({ start, end, limit, offset = 0, reverse = false }: RangeQuery): Entry[] {
    const entries: Entry[] = [];
    if (limit <= 0) return entries;
    // Backwards LMDB includes where it starts and excludes where it ends: the other way round than we do.
    const bounds = reverse
      ? { start: end, exclusiveStart: true, end: from(start), inclusiveEnd: true, reverse }
      : { start: from(start), end };
    for (const entry of store().getRange({ ...bounds, limit, offset, transaction })) entries.push(entry);
    return entries;
  }

  /** LMDB counts fast but has no limit, so it looks first whether there is a key at the limit. */
  function count({ start, end, limit }: CountQuery): number {
    if (limit <= 0) return 0;
    const db = store();
    const last = [...db.getKeys({ start: from(start), end, limit: 1, offset: limit - 1, transaction })];
    if (last.length > 0) return limit;
    return db.getKeysCount({ start: from(start), end, transaction });
  }

  return { getItem, range, count };
}
