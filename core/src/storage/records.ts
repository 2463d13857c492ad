import type { MaybePromise } from "./after.ts";
import { after, settled } from "./after.ts";
import type { Collection, Counter, SingleRecord, SortedSet } from "./collection.ts";
import type { CompleteDriver } from "./driver.ts";
import { deleteRecord, putRecord, recordOf } from "./entries.ts";
import { encodeBelow, joined, type Key, type KeyPart, type Range, rangeAt } from "./key.ts";
import type { Page, PageOptions } from "./page.ts";
import { Transaction } from "./transaction.ts";

/** The part of a collection below `prefix`, from the key `from` (included) to the key `to` (excluded). */
export interface Within {
  prefix?: Key;
  from?: Key;
  to?: Key;
}

/** Reads of records. Always `await` them: a driver may answer synchronously. Treat records as read-only. */
export interface Reads {
  get<T>(collection: Collection<T>, ...key: KeyPart[]): MaybePromise<T | undefined>;
  /** The record with this key in a unique index. */
  one<T, I extends string>(
    collection: Collection<T, I>,
    index: NoInfer<I>,
    ...key: KeyPart[]
  ): MaybePromise<T | undefined>;
  /** Records in order of their key or of the index `by`. Default limit: 100. */
  find<T, I extends string>(
    collection: Collection<T, I>,
    options?: { by?: NoInfer<I> } & Within & PageOptions,
  ): MaybePromise<Page<T>>;
  /** Exact up to `limit`, by default 10,000. */
  count<T, I extends string>(
    collection: Collection<T, I>,
    options?: { by?: NoInfer<I>; limit?: number } & Within,
  ): MaybePromise<number>;
  read<T>(record: SingleRecord<T>): MaybePromise<T | undefined>;
  sum(counter: Counter, ...key: KeyPart[]): MaybePromise<number>;
  /** The keys of members, in order of their positions. */
  placed(set: SortedSet, options?: { prefix?: Key } & PageOptions): MaybePromise<Page<Key>>;
  placedCount(set: SortedSet, options?: { prefix?: Key; limit?: number }): MaybePromise<number>;
}

/** Reads that are validated by the commit: it only happens if all of them would give the same result. */
export interface Records extends Reads {
  /** Reads that are not validated by the commit. Explain in a comment why that is correct. */
  readonly unchecked: Reads;
}

/** Writes are staged until the commit. Later reads see them. */
export interface MutableRecords extends Records {
  /** Throws NotUnique if another record has the same key in a unique index. */
  put<T>(collection: Collection<T>, record: NoInfer<T>): MaybePromise<void>;
  delete<T>(collection: Collection<T>, ...key: KeyPart[]): MaybePromise<void>;
  write<T>(record: SingleRecord<T>, data: NoInfer<T>): void;
  /** Increments a counter. Never causes a conflict. */
  add(counter: Counter, by: number, ...key: KeyPart[]): void;
  /** Moves a member to a position, whatever its previous one. Never causes a conflict. */
  place(set: SortedSet, member: Key, at: Key): void;
  unplace(set: SortedSet, member: Key): void;
}

const MAX_COUNT = 10_000;

/** Typed records of a transaction. */
export function recordsOf(tx: Transaction, reads = readsOf(tx)): MutableRecords {
  return {
    ...reads,
    put: (collection, record) => putRecord(tx, collection as Collection, record),
    delete: (collection, ...key) => deleteRecord(tx, collection as Collection, key),
    write: (record, data) => tx.put(record.key, data),
    add: (counter, by, ...key) => tx.add(encodeBelow(counter.head, key), by),
    place(set, member, at) {
      const place = encodeBelow(encodeBelow(set.entries, at), member);
      tx.place(encodeBelow(set.pointers, member), place, member);
    },
    unplace: (set, member) => tx.place(encodeBelow(set.pointers, member), null, member),
  };
}

const refused = (name: string) => (): never => {
  throw new TypeError(`store.${name} in a query, a plan or a service: only execute and transact can write`);
};
/** For callers that bypass the types: throws instead of staging writes that are never committed. */
const refusals = Object.fromEntries(["put", "delete", "write", "add", "place", "unplace"].map((n) => [n, refused(n)]));

/** Typed reads of a transaction. Written out, since spreading a second object is many times slower than the first. */
export function readsOf(tx: Transaction): Records {
  const open = () => tx;
  const { get, one, find, count, read, sum, placed, placedCount } = readsIn(open, false);
  const unchecked = readsIn(open, true);
  return { __proto__: refusals, get, one, find, count, read, sum, placed, placedCount, unchecked } as Records;
}

/**
 * Reads of the latest state: each read sees everything committed before it, and reads are not consistent with each
 * other.
 */
export const latestReads = (driver: CompleteDriver): Reads =>
  readsIn(() => {
    driver.refresh?.();
    return new Transaction(driver);
  }, true);

function readsIn(open: () => Transaction, unchecked: boolean): Reads {
  const members = (tx: Transaction, { pointers }: SortedSet) =>
    tx.sortedSetChanges((member) => encodeBelow(pointers, member as Key));
  return {
    get: <T>(collection: Collection<T>, ...key: KeyPart[]) =>
      open().get(encodeBelow(collection.head, key), unchecked) as MaybePromise<T | undefined>,
    one<T>(collection: Collection<T>, index: string, ...key: KeyPart[]) {
      const tx = open();
      const { unique, head } = indexOf(collection, index);
      if (!unique) throw new TypeError(`${collection.name}: the index ${index} is not unique`);
      return after(tx.get(encodeBelow(head, key), unchecked), (record) =>
        record === undefined ? undefined : tx.get(joined(collection.head, record as string), unchecked),
      ) as MaybePromise<T | undefined>;
    },
    find<T>(collection: Collection<T>, { by, ...options }: { by?: string } & Within & PageOptions = {}) {
      const tx = open();
      if (by === undefined) {
        const found = tx.list(rangeWithin(collection.head, options), options, unchecked);
        return after(found, (page) => ({ ...page, items: page.items.map(({ data }) => data as T) }));
      }
      const entries = tx.list(rangeWithin(indexOf(collection, by).head, options), options, unchecked);
      return after(entries, ({ items, ...page }) => {
        const names = items.map((entry) => recordOf(collection as Collection, entry));
        return after(settled(names.map((name) => tx.load(name, unchecked))), () => {
          const records = names.map((name) => tx.intact(name)).filter((record) => record !== undefined);
          return { ...page, items: records as T[] };
        });
      });
    },
    count(collection, { by, limit = MAX_COUNT, ...within } = {}) {
      const head = by === undefined ? collection.head : indexOf(collection, by).head;
      return open().count(rangeWithin(head, within), limit, unchecked);
    },
    read: <T>(record: SingleRecord<T>) => open().get(record.key, unchecked) as MaybePromise<T | undefined>,
    sum: (counter, ...key) => open().sum(encodeBelow(counter.head, key), unchecked),
    placed(set, { prefix = [], ...page } = {}) {
      const tx = open();
      const found = tx.list(rangeWithin(set.entries, { prefix }), page, unchecked, members(tx, set));
      return after(found, ({ items, ...rest }) => ({ ...rest, items: items.map(({ data }) => data as Key) }));
    },
    placedCount(set, { prefix = [], limit = MAX_COUNT } = {}) {
      const tx = open();
      return tx.count(rangeWithin(set.entries, { prefix }), limit, unchecked, members(tx, set));
    },
  };
}

function rangeWithin(head: string, { prefix = [], from, to }: Within): Range {
  const base = encodeBelow(head, prefix);
  const { start, end } = rangeAt(base);
  return { start: from ? encodeBelow(base, from) : start, end: to ? encodeBelow(base, to) : end };
}

function indexOf<T>(collection: Collection<T>, name: string) {
  const index = collection.indexes.find((one) => one.name === name);
  if (!index) throw new TypeError(`${collection.name} does not have an index ${name}`);
  return index;
}
