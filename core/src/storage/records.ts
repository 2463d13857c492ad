import { after, type MaybePromise, settled } from "./after.ts";
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
  /**
   * Encoded keys in order of the collection's key or of the index `by`, without reading the records: each ends in the
   * encoded key of its record. `tail` is the number of characters at the end that are needed: a key may be cut to them.
   * Default limit: 100. The last page may be empty.
   */
  keys<T, I extends string>(
    collection: Collection<T, I>,
    options?: { by?: NoInfer<I>; tail?: number } & Within & PageOptions,
  ): MaybePromise<Page<string>>;
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
  /** Moves a member to a position from any previous one. Never causes a conflict. */
  place(set: SortedSet, member: Key, at: Key): void;
  unplace(set: SortedSet, member: Key): void;
}

const MAX_COUNT = 10_000;

/** Typed records of a transaction. */
export const recordsOf = (tx: Transaction): MutableRecords => new TypedRecords(tx, "write");

/** Typed reads of a transaction. */
export const readsOf = (tx: Transaction): Records => new TypedRecords(tx, "read");

/**
 * Reads of the latest state: each read sees everything committed before it, and reads are not consistent with each
 * other.
 */
export const latestReads = (driver: CompleteDriver): Reads =>
  new TypedRecords(() => {
    driver.refresh?.();
    return new Transaction(driver);
  }, "unchecked");

/** A class, since closures for each call would cost more than most reads. */
class TypedRecords implements MutableRecords {
  readonly #source: Transaction | (() => Transaction);
  readonly #access: "read" | "unchecked" | "write";
  readonly #isUnchecked: boolean;
  #unchecked: Reads | undefined;

  constructor(source: Transaction | (() => Transaction), access: "read" | "unchecked" | "write") {
    this.#source = source;
    this.#access = access;
    this.#isUnchecked = access === "unchecked";
  }

  get unchecked(): Reads {
    this.#unchecked ??= new TypedRecords(() => this.#open().uncheckedView(), "unchecked");
    return this.#unchecked;
  }

  get<T>(collection: Collection<T>, ...key: KeyPart[]): MaybePromise<T | undefined> {
    return this.#open().get(encodeBelow(collection.head, key), this.#isUnchecked) as MaybePromise<T | undefined>;
  }

  one<T>(collection: Collection<T>, index: string, ...key: KeyPart[]): MaybePromise<T | undefined> {
    const tx = this.#open();
    const { unique, head } = indexOf(collection, index);
    if (!unique) throw new TypeError(`${collection.name}: the index ${index} is not unique`);
    return after(tx.get(encodeBelow(head, key), this.#isUnchecked), (record) =>
      record === undefined ? undefined : tx.get(joined(collection.head, record as string), this.#isUnchecked),
    ) as MaybePromise<T | undefined>;
  }

  // Options are passed on as they are: to copy them would cost as much as the read.
  find<T>(collection: Collection<T>, options: { by?: string } & Within & PageOptions = {}): MaybePromise<Page<T>> {
    const tx = this.#open();
    const listed = tx.list(rangeWithin(headOf(collection, options.by), options), options, this.#isUnchecked);
    return after(listed, ({ items, ...page }) => {
      if (options.by === undefined) return { ...page, items: items.map(({ data }) => data as T) };
      const names = items.map((entry) => recordOf(collection as Collection, entry));
      return after(settled(names.map((name) => tx.load(name, this.#isUnchecked))), () => {
        const records = names.map((name) => tx.intact(name)).filter((record) => record !== undefined);
        return { ...page, items: records as T[] };
      });
    });
  }

  keys<T>(
    collection: Collection<T>,
    { by, tail, ...options }: { by?: string; tail?: number } & Within & PageOptions = {},
  ): MaybePromise<Page<string>> {
    const { head } = by === undefined ? collection : indexOf(collection, by);
    return this.#open().keys(rangeWithin(head, options), options, tail, this.#isUnchecked);
  }

  count<T>(
    collection: Collection<T>,
    { by, limit = MAX_COUNT, ...within }: { by?: string; limit?: number } & Within = {},
  ): MaybePromise<number> {
    return this.#open().count(rangeWithin(headOf(collection, by), within), limit, this.#isUnchecked);
  }

  read<T>(record: SingleRecord<T>): MaybePromise<T | undefined> {
    return this.#open().get(record.key, this.#isUnchecked) as MaybePromise<T | undefined>;
  }

  sum(counter: Counter, ...key: KeyPart[]): MaybePromise<number> {
    return this.#open().sum(encodeBelow(counter.head, key), this.#isUnchecked);
  }

  placed(set: SortedSet, { prefix = [], ...page }: { prefix?: Key } & PageOptions = {}): MaybePromise<Page<Key>> {
    const tx = this.#open();
    const found = tx.list(rangeWithin(set.entries, { prefix }), page, this.#isUnchecked, membersIn(tx, set));
    return after(found, ({ items, ...rest }) => ({ ...rest, items: items.map(({ data }) => data as Key) }));
  }

  placedCount(set: SortedSet, { prefix = [], limit = MAX_COUNT }: { prefix?: Key; limit?: number } = {}) {
    const tx = this.#open();
    return tx.count(rangeWithin(set.entries, { prefix }), limit, this.#isUnchecked, membersIn(tx, set));
  }

  put<T>(collection: Collection<T>, record: T): MaybePromise<void> {
    return putRecord(this.#writing("put"), collection as Collection, record);
  }

  delete<T>(collection: Collection<T>, ...key: KeyPart[]): MaybePromise<void> {
    return deleteRecord(this.#writing("delete"), collection as Collection, key);
  }

  write<T>(record: SingleRecord<T>, data: T): void {
    this.#writing("write").put(record.key, data);
  }

  add(counter: Counter, by: number, ...key: KeyPart[]): void {
    this.#writing("add").add(encodeBelow(counter.head, key), by);
  }

  place(set: SortedSet, member: Key, at: Key): void {
    const tx = this.#writing("place");
    tx.place(encodeBelow(set.pointers, member), encodeBelow(encodeBelow(set.entries, at), member), member);
  }

  unplace(set: SortedSet, member: Key): void {
    this.#writing("unplace").place(encodeBelow(set.pointers, member), null, member);
  }

  #open(): Transaction {
    return typeof this.#source === "function" ? this.#source() : this.#source;
  }

  /** For callers that bypass the types: throws instead of staging writes that are never committed. */
  #writing(method: string): Transaction {
    if (this.#access === "write") return this.#open();
    throw new TypeError(`store.${method} in a query, a plan or a service: only execute and transact can write`);
  }
}

const membersIn = (tx: Transaction, { pointers }: SortedSet) =>
  tx.sortedSetChanges((member) => encodeBelow(pointers, member as Key));

const headOf = <T>(collection: Collection<T>, by: string | undefined): string =>
  by === undefined ? collection.head : indexOf(collection, by).head;

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
