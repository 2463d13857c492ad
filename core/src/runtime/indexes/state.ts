import { type Static, Type } from "@sinclair/typebox";
import { digestOf } from "../../define/digest.ts";
import { type Collection, defineCollection } from "../../storage/index.ts";

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
  /** Digests of the index functions that were found to agree with what is stored, the newest first. */
  code: Type.Array(Type.String()),
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

/** What an index is rebuilt for in any case: whether it is unique, and the version that the author gave. */
export function fingerprintsOf(collections: readonly Collection[]): Record<string, string> {
  const fingerprints: Record<string, string> = {};
  for (const collection of collections)
    for (const index of collection.indexes)
      fingerprints[nameOf(collection, index)] = digestOf(index.unique, collection.indexVersion);
  return fingerprints;
}

/**
 * Of the texts of all index functions, which every compiler writes in its own way: another one is a reason to look
 * closely, not to build. What the functions call is not in it.
 */
export const codeOf = (collections: readonly Collection[]): string =>
  digestOf(collections.map(({ name, indexes }) => [name, indexes.map(({ keysOf }) => String(keysOf))]));

export const targetOf = (fingerprints: Readonly<Record<string, string>>): string => digestOf(fingerprints);
