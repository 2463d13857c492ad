import { omitUndefined } from "../../define/omit-undefined.ts";
import { entriesOf, putEntry } from "../../storage/entries.ts";
import { type Collection, type Found, NotUnique, recordsOf, type Transaction } from "../../storage/index.ts";
import { below, rangeAt } from "../../storage/key.ts";
import { entriesUnder, isRight } from "./stale.ts";
import { type IndexState, indexStates, nameOf, targetOf, type Work } from "./state.ts";

/** Entries or records examined in one commit. */
const PORTION = 256;
/** A commit ends early after this many writes: a record may have many index entries. */
const MAX_WRITES = 2_000;

/**
 * Processes the next portion and records the progress in the same commit. A process that reads the new progress
 * continues after it, so processes share the work. Returns undefined if nothing is left.
 */
export async function buildNext(
  tx: Transaction,
  plugin: string,
  collections: readonly Collection[],
  fingerprints: Readonly<Record<string, string>>,
): Promise<{ work: Work; isOver: boolean } | undefined> {
  const records = recordsOf(tx);
  const state = await records.get(indexStates, plugin);
  if (state && state.target !== targetOf(fingerprints))
    throw new Error("its indexes are being built by another process with a different version of it");
  const work = state && (state.work ?? nextWork(state, collections));
  if (!work) return undefined;
  const collection = collections.find(({ name }) => name === work.collection);
  const name = work.indexes[work.at];
  const next =
    name === undefined ? await fill(tx, collection as Collection, work) : await sweep(tx, collection, name, work);
  const isOver = next.at > work.indexes.length || (!collection && next.at === work.indexes.length);
  const { work: _, ...rest } = state;
  const built = isOver ? concluded(state, work, fingerprints) : state.built;
  await records.put(indexStates, { ...rest, built, ...(!isOver && { work: next }) });
  return { work: next, isOver };
}

function concluded({ built }: IndexState, { indexes }: Work, fingerprints: Readonly<Record<string, string>>) {
  const others = Object.entries(built).filter(([name]) => !indexes.includes(name));
  const defined = indexes.filter((name) => name in fingerprints);
  return Object.fromEntries([...others, ...defined.map((name) => [name, fingerprints[name] as string] as const)]);
}

/**
 * All indexes of one collection that must be built, so that its records are read once; or one that is no longer
 * defined.
 */
function nextWork({ built }: IndexState, collections: readonly Collection[]): Work | undefined {
  const open = Object.keys(built).filter((name) => built[name] === "");
  for (const collection of collections) {
    const indexes = collection.indexes.map((index) => nameOf(collection, index)).filter((name) => open.includes(name));
    if (indexes.length > 0) return { collection: collection.name, indexes, at: 0, records: 0 };
  }
  return open.length === 0 ? undefined : { indexes: open, at: 0, records: 0 };
}

/** Deletes the wrong entries of an index. */
async function sweep(tx: Transaction, collection: Collection | undefined, name: string, work: Work): Promise<Work> {
  const index = collection?.indexes.find((one) => nameOf(collection, one) === name);
  const { items, next } = await tx.list(entriesUnder(name), pageAfter(work));
  for (const entry of items)
    if (!collection || !index || !(await isRight(tx, collection, index, entry))) tx.delete(entry.name);
  return next === undefined ? later(work, work.at + 1) : later(work, work.at, next);
}

/** Adds missing entries for records. */
async function fill(tx: Transaction, collection: Collection, work: Work): Promise<Work> {
  const indexes = collection.indexes.filter((index) => work.indexes.includes(nameOf(collection, index)));
  const { items, next } = await tx.list(rangeAt(collection.head), pageAfter(work));
  let writes = 0;
  for (const [at, found] of items.entries()) {
    if (writes >= MAX_WRITES) return later(work, work.at, (items[at - 1] as Found).name, at);
    writes += await fillOne(tx, collection, indexes, found);
  }
  return later(work, next === undefined ? work.at + 1 : work.at, next, items.length);
}

async function fillOne(
  tx: Transaction,
  collection: Collection,
  indexes: Collection["indexes"],
  { name, data }: Found,
): Promise<number> {
  const key = below(name, 1);
  let writes = 0;
  for (const entry of entriesOf({ ...collection, indexes }, data, key)) {
    await tx.load(entry.name);
    const other = tx.intact(entry.name);
    if (other === undefined) {
      putEntry(tx, entry, key);
      writes++;
    } else if (entry.index.unique && other !== key) throw new NotUnique(collection.name, entry.index.name, entry.at);
  }
  return writes;
}

const pageAfter = ({ after }: Work) => ({ limit: PORTION, after });

const later = ({ collection, indexes, records }: Work, at: number, after?: string, more = 0): Work =>
  omitUndefined({ collection, indexes, at, records: records + more, after });
