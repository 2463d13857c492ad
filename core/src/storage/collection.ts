import type { Static, TSchema } from "@sinclair/typebox";
import { encodeKey, type Key } from "./key.ts";

/** The keys of a record in an index: one, several or none. */
export type IndexKeys = Key | readonly Key[] | undefined;

/** A named set of records of one shape, accessed by key or through an index. */
export interface Collection<T = unknown, Index extends string = string> {
  readonly kind: "collection";
  readonly name: string;
  readonly schema: TSchema;
  key(record: T): Key;
  readonly indexes: readonly IndexDefinition<T, Index>[];
  readonly indexVersion: number;
  /** The encoded name. */
  readonly head: string;
}

/** An index of a collection: the keys under which a record is found. */
export interface IndexDefinition<T = unknown, Index extends string = string> {
  readonly name: Index;
  /** Whether a key can belong to at most one record. */
  readonly unique: boolean;
  readonly head: string;
  keysOf(record: T): IndexKeys;
}

/** A set of records. `Static` of the schema is the type of a record. */
export function defineCollection<S extends TSchema, const Index extends string = never>(
  name: string,
  definition: {
    schema: S;
    key: (record: Static<S>) => Key;
    indexes?: Record<Index, (record: Static<S>) => IndexKeys>;
    unique?: readonly NoInfer<Index>[];
    /** Increase it when code that an index function calls has changed: then all indexes are rebuilt. */
    indexVersion?: number;
  },
): Collection<Static<S>, Index> {
  const { schema, key, indexes = {} as Record<Index, (record: Static<S>) => IndexKeys>, unique = [] } = definition;
  const wrong = unique.find((index) => !Object.hasOwn(indexes, index));
  if (wrong !== undefined) throw new Error(`Collection ${name}: "${wrong}" in "unique" is not the name of an index`);
  return {
    kind: "collection",
    name,
    schema,
    key,
    indexVersion: definition.indexVersion ?? 1,
    indexes: (Object.keys(indexes) as Index[]).map((index) => ({
      name: index,
      unique: unique.includes(index),
      head: encodeKey([`${name}.${index}`]),
      keysOf: indexes[index],
    })),
    head: encodeKey([name]),
  };
}

/** Called before a record or an event is staged. Throws if it is not declared or does not match its schema. */
export type OnPut = (definition: Collection | { readonly type: string; readonly data: TSchema }, data: unknown) => void;

/** A single record, addressed by its name. */
export interface SingleRecord<T = unknown> {
  readonly kind: "record";
  readonly name: string;
  /** Its encoded key. */
  readonly key: string;
  readonly "~type"?: T;
}

/** Declares a single record, like a setting or a marker. */
export function defineRecord<T>(name: string): SingleRecord<T> {
  return { kind: "record", name, key: encodeKey([name]) };
}

/** A family of numbers that commits add to without conflicts. */
export interface Counter {
  readonly kind: "counter";
  readonly name: string;
  readonly head: string;
}

/** Counters by key, initially 0. */
export function defineCounter(name: string): Counter {
  return { kind: "counter", name, head: encodeKey([name]) };
}

/** Members in an order, each at one position. */
export interface SortedSet {
  readonly kind: "sortedSet";
  readonly name: string;
  readonly entries: string;
  readonly pointers: string;
}

/** Declares an order in which members are moved without conflicts: by the time of the last message, by a score. */
export function defineSortedSet(name: string): SortedSet {
  return { kind: "sortedSet", name, entries: encodeKey([name, "at"]), pointers: encodeKey([name, "of"]) };
}
