import { type CountQuery, type Entry, type KeysQuery, type RangeQuery, unavailable } from "@postern/core/storage";
import type { Transaction } from "lmdb";
import { entriesIn } from "./compression.ts";
import { named } from "./failure.ts";
import { from, type Store } from "./folder.ts";
import { cutKeys } from "./keys.ts";

/** Synchronous reads of the newest state, or of the state of a transaction. */
export function createReads(store: () => Store, transaction?: Transaction) {
  const within = transaction && { transaction };
  let isCurrent = transaction !== undefined;

  /**
   * The transaction for a cursor. LMDB's current transaction is not passed on: its cursors are reused, while every
   * cursor of a transaction that is passed is a native object for the garbage collector.
   */
  function held(): Transaction | undefined {
    if (!isCurrent) return transaction;
    const current = store().useReadTransaction();
    current.done();
    isCurrent = current === transaction;
    return isCurrent ? undefined : transaction;
  }

  function getItem(key: string): string | null {
    try {
      return store().get(key, within) ?? null;
    } catch (error) {
      throw unavailable(named(error), "read");
    }
  }

  function range({ start, end, limit, offset = 0, reverse = false }: RangeQuery): Entry[] {
    if (limit <= 0) return [];
    try {
      return entriesIn(store(), bounds(start, end, limit, offset, reverse));
    } catch (error) {
      throw unavailable(named(error), "read");
    }
  }

  function keys({ start, end, limit, offset = 0, reverse = false, tail = 0 }: KeysQuery): string[] {
    const found: string[] = [];
    if (limit <= 0) return found;
    try {
      if (limit > 1) cutKeys(tail);
      for (const key of store().getKeys(bounds(start, end, limit, offset, reverse))) {
        found.push(key);
        if (found.length === limit - 1) cutKeys(0);
      }
    } catch (error) {
      throw unavailable(named(error), "read");
    } finally {
      cutKeys(0);
    }
    return found;
  }

  /** Written out, because spreading an object costs more than the read. */
  function bounds(start: string, end: string, limit: number, offset: number, reverse: boolean) {
    const transaction = held();
    if (!reverse) return { start: from(start), end, limit, offset, transaction };
    // In reverse, LMDB includes the start and excludes the end, the opposite of our ranges.
    return {
      start: end,
      exclusiveStart: true,
      end: from(start),
      inclusiveEnd: true,
      reverse,
      limit,
      offset,
      transaction,
    };
  }

  /** LMDB's count has no limit, so check first whether there is a key at the limit. */
  function count({ start, end, limit }: CountQuery): number {
    if (limit <= 0) return 0;
    const last = keys({ start, end, limit: 1, offset: limit - 1 });
    try {
      return last.length > 0 ? limit : store().getKeysCount({ start: from(start), end, transaction: held() });
    } catch (error) {
      throw unavailable(named(error), "read");
    }
  }

  return { getItem, range, keys, count };
}
