import { type Static, Type } from "@sinclair/typebox";
import { digestOf } from "../digest.ts";
import { type Collection, defineCollection } from "../storage/index.ts";

/** What is under way: first entries that are no longer right are removed, index by index, then the missing ones are added. */
const Work = Type.Object({
  /** Absent where the indexes are of no collection any longer. */
  collection: Type.Optional(Type.String()),
  indexes: Type.Array(Type.String()),
  /** The index whose entries are looked at; the number of indexes once records are. */
  at: Type.Integer(),
  /** The last key that was looked at. */
  after: Type.Optional(Type.String()),
  /** Records that were looked at. */
  records: Type.Integer(),
});
export type Work = Static<typeof Work>;

const IndexState = Type.Object({
  plugin: Type.String(),
  /** The fingerprint by which each index was built; empty while it is being built or removed. */
  built: Type.Record(Type.String(), Type.String()),
  /** Of all fingerprints together: work for other definitions is not resumed. */
  target: Type.String(),
  work: Type.Optional(Work),
});
export type IndexState = Static<typeof IndexState>;

/** By which definitions the indexes of each plugin were built. */
export const indexStates = defineCollection("gateway.index", { schema: IndexState, key: ({ plugin }) => [plugin] });

/** As the store names it: `tasks.task.byOwner`. */
export const nameOf = (collection: Pick<Collection, "name">, index: { readonly name: string }): string =>
  `${collection.name}.${index.name}`;

/**
 * What can be compared of an index: whether it is unique, the text of its function without blanks, which differ between
 * compilers, and the version that the author gave. What the function calls is not in it.
 */
export function fingerprintsOf(collections: readonly Collection[]): Record<string, string> {
  const fingerprints: Record<string, string> = {};
  for (const collection of collections)
    for (const index of collection.indexes) {
      const text = String(index.keysOf).replace(/[\s;]+/g, "");
      fingerprints[nameOf(collection, index)] = digestOf(index.unique, text, collection.indexVersion);
    }
  return fingerprints;
}

export const targetOf = (fingerprints: Readonly<Record<string, string>>): string => digestOf(fingerprints);
