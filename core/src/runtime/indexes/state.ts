import { type Static, Type } from "@sinclair/typebox";
import { digestOf } from "../../define/digest.ts";
import { type Collection, defineCollection } from "../../storage/index.ts";

/** The work in progress: first wrong entries are deleted, index by index, then missing entries are added. */
const Work = Type.Object({
  /** Absent if the collection of the indexes no longer exists. */
  collection: Type.Optional(Type.String()),
  indexes: Type.Array(Type.String()),
  /** The index whose entries are processed; the number of indexes when records are processed. */
  at: Type.Integer(),
  /** The last key that was processed. */
  after: Type.Optional(Type.String()),
  /** Number of records processed. */
  records: Type.Integer(),
});
export type Work = Static<typeof Work>;

const IndexState = Type.Object({
  plugin: Type.String(),
  /** The fingerprint each index was built with; empty while it is being built or removed. */
  built: Type.Record(Type.String(), Type.String()),
  /** Digests of index functions that were found to agree with the stored entries, newest first. */
  code: Type.Array(Type.String()),
  /** Digest of all fingerprints: work for other definitions is not resumed. */
  target: Type.String(),
  work: Type.Optional(Work),
});
export type IndexState = Static<typeof IndexState>;

/** The definitions the indexes of each plugin were built with. */
export const indexStates = defineCollection("gateway.index", { schema: IndexState, key: ({ plugin }) => [plugin] });

/** The name in the store: `tasks.task.byOwner`. */
export const nameOf = (collection: Pick<Collection, "name">, index: { readonly name: string }): string =>
  `${collection.name}.${index.name}`;

/** A change of this always rebuilds an index: whether it is unique, and its declared version. */
export function fingerprintsOf(collections: readonly Collection[]): Record<string, string> {
  const fingerprints: Record<string, string> = {};
  for (const collection of collections)
    for (const index of collection.indexes)
      fingerprints[nameOf(collection, index)] = digestOf(index.unique, collection.indexVersion);
  return fingerprints;
}

/**
 * Digest of the source text of all index functions, which depends on the compiler. A change is a reason to compare a
 * larger sample, not to rebuild. Functions called by them are not included.
 */
export const codeOf = (collections: readonly Collection[]): string =>
  digestOf(collections.map(({ name, indexes }) => [name, indexes.map(({ keysOf }) => String(keysOf))]));

export const targetOf = (fingerprints: Readonly<Record<string, string>>): string => digestOf(fingerprints);
