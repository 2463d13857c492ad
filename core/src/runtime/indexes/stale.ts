import { entriesOf, recordOf } from "../../storage/entries.ts";
import { type Collection, type Found, type Reader, Transaction } from "../../storage/index.ts";
import { below, encodeKey, type Range, rangeAt } from "../../storage/key.ts";
import { nameOf } from "./state.ts";

type Index = Collection["indexes"][number];

/**
 * The names of indexes that do not match their definitions: built by another definition, empty and never built in a
 * collection with records, or different in the sample, which reveals changes in code that an index function calls.
 * `sample` records of each collection and entries of each index are compared from both ends.
 */
export async function staleIndexes(
  reader: Reader,
  collections: readonly Collection[],
  fingerprints: Readonly<Record<string, string>>,
  built: Readonly<Record<string, string>>,
  sample: number,
): Promise<Set<string>> {
  const stale = new Set<string>();
  for (const collection of collections) {
    const tx = new Transaction(reader);
    const records = await ends(tx, rangeAt(collection.head), sample);
    for (const index of collection.indexes) {
      const name = nameOf(collection, index);
      const isOther = built[name] !== undefined && built[name] !== fingerprints[name];
      if (isOther || (await differs(tx, collection, index, records, built[name] === undefined, sample)))
        stale.add(name);
    }
  }
  return stale;
}

async function differs(
  tx: Transaction,
  collection: Collection,
  index: Index,
  records: readonly Found[],
  isNew: boolean,
  sample: number,
): Promise<boolean> {
  const entries = await ends(tx, rangeAt(index.head), sample);
  if (entries.length === 0 && isNew && records.length > 0) return true;
  for (const record of records) if (!(await isEntered(tx, index, record))) return true;
  // An entry without a record shows that the store loses records. It is kept, so that `verify` can report it.
  for (const entry of entries)
    if (!(await isRight(tx, collection, index, entry, true)) && tx.intact(recordOf(collection, entry)) !== undefined)
      return true;
  return false;
}

/** Whether an index has all entries of a record. */
export async function isEntered(tx: Transaction, index: Index, record: Found): Promise<boolean> {
  for (const { name } of placesIn(index, record)) {
    await tx.load(name, true);
    if (tx.intact(name) === undefined) return false;
  }
  return true;
}

/** Whether an index entry belongs to an existing record with this key. */
export async function isRight(
  tx: Transaction,
  collection: Collection,
  index: Index,
  entry: Found,
  unchecked = false,
): Promise<boolean> {
  const name = recordOf(collection, entry);
  await tx.load(name, unchecked);
  const data = tx.intact(name);
  return data !== undefined && placesIn(index, { name, data }).some(({ name }) => name === entry.name);
}

async function ends(tx: Transaction, range: Range, limit: number): Promise<Found[]> {
  const first = await tx.list(range, { limit }, true);
  if (first.next === undefined) return first.items;
  return [...first.items, ...(await tx.list(range, { limit, reverse: true }, true)).items];
}

/** A record for which the index function throws was not written by this plugin and has no entries. */
function placesIn(index: Index, { name, data }: Found): ReturnType<typeof entriesOf> {
  try {
    return entriesOf({ name: "", indexes: [index] }, data, below(name, 1));
  } catch {
    return [];
  }
}

/** The entries of an index, by its name: it may no longer be defined. */
export const entriesUnder = (name: string): Range => rangeAt(encodeKey([name]));
