import type { MaybePromise } from "./after.ts";
import { after, settled } from "./after.ts";
import type { Collection, IndexDefinition } from "./collection.ts";
import { messageOf, NotUnique } from "./errors.ts";
import { below, encodeBelow, encodeKey, joined, type Key } from "./key.ts";
import { MARK, STAMP } from "./number.ts";
import type { Found } from "./page.ts";
import { encodeJson } from "./record.ts";
import type { Transaction } from "./transaction.ts";

/**
 * An index entry. In a non-unique index its key is the index key followed by the record key, and it contains the number
 * of parts before the latter. In a unique index its key is the index key, and it contains the encoded record key.
 */
export interface Entry {
  name: string;
  index: IndexDefinition;
  /** The parts of the index key, for error messages. */
  at: Key;
}

/** Writes a record and its index entries. Unchanged entries are not written. */
export function putRecord(tx: Transaction, collection: Collection, record: unknown): MaybePromise<void> {
  tx.onPut?.(collection, record);
  const key = encodeKey(collection.key(record));
  const name = joined(collection.head, key);
  if (collection.indexes.length === 0) return tx.put(name, record);
  const entries = entriesOf(collection, record, key);
  return after(loadAll(tx, name, entries), () => {
    for (const entry of entries) if (entry.index.unique) assertUnique(tx, collection, entry, key);
    const before = new Set(namesBefore(tx, collection, name, key));
    for (const entry of entries) if (!before.delete(entry.name)) putEntry(tx, entry, key);
    for (const old of before) tx.delete(old);
    tx.put(name, record, namesOf(entries));
  });
}

/** Deletes a record and its index entries. */
export function deleteRecord(tx: Transaction, collection: Collection, recordKey: Key): MaybePromise<void> {
  const key = encodeKey(recordKey);
  const name = joined(collection.head, key);
  if (collection.indexes.length === 0) return tx.delete(name);
  return after(tx.load(name), () => {
    for (const old of namesBefore(tx, collection, name, key)) tx.delete(old);
    tx.delete(name);
  });
}

/** The key of the record that an index entry refers to. */
export function recordOf(collection: Collection, { name, data }: Found): string {
  return joined(collection.head, typeof data === "number" ? below(name, data) : (data as string));
}

/** The index entries of a record with this encoded key. Throws if the function of an index does, or returns no valid key. */
export function entriesOf(of: Pick<Collection, "name" | "indexes">, record: unknown, key: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const index of of.indexes) {
    try {
      const keys = index.keysOf(record);
      if (keys === undefined || keys.length === 0) continue;
      const several = Array.isArray(keys[0]) ? (keys as readonly Key[]) : [keys as Key];
      for (const at of several) {
        const place = encodeBelow(index.head, at);
        const name = index.unique ? place : joined(place, key);
        if (!entries.has(name)) entries.set(name, { name, index, at });
      }
    } catch (error) {
      const where = `${of.name}: the function of the index ${index.name} failed for the record ${key}`;
      throw new Error(`${where}: ${messageOf(error)}`, { cause: error });
    }
  }
  return [...entries.values()];
}

function namesBefore(tx: Transaction, collection: Collection, name: string, key: string): readonly string[] {
  return tx.entries(name, (stored) => namesOf(entriesOf(collection, stored, key)));
}

const namesOf = (entries: readonly Entry[]): string[] => entries.map((entry) => entry.name);

function loadAll(tx: Transaction, name: string, entries: readonly Entry[]): MaybePromise<unknown> {
  const loads = [tx.load(name)];
  for (const entry of entries) if (entry.index.unique) loads.push(tx.load(entry.name));
  return settled(loads);
}

function assertUnique(tx: Transaction, collection: Collection, { name, index, at }: Entry, key: string): void {
  const other = tx.peek(name);
  if (other !== undefined && other !== key) throw new NotUnique(collection.name, index.name, at);
}

export function putEntry(tx: Transaction, { name, index, at }: Entry, key: string): void {
  // Inside a string the commit number has the same form as in a key.
  if (index.unique) tx.put(name, key, [], encodeJson(`"${key.replaceAll(MARK, STAMP)}"`));
  else tx.put(name, at.length + 1, [], encodeJson(String(at.length + 1)));
}
