import type { Static, TSchema } from "@sinclair/typebox";
import { encodeKey, type Key } from "./key.ts";

/** Where a record stands in an index: at one key, at several, or not at all. */
export type IndexKeys = Key | readonly Key[] | undefined;

/** A named set of records of one shape, found by key or through an index. */
export interface Collection<T = unknown, Index extends string = string> {
  readonly kind: "collection";
  readonly name: string;
  readonly schema: TSchema;
  key(record: T): Key;
  readonly indexes: readonly IndexDefinition<T, Index>[];
  readonly indexVersion: number;
  /** The name as keys spell it. */
  readonly head: string;
}

export interface IndexDefinition<T = unknown, Index extends string = string> {
  readonly name: Index;
  /** Whether at most one record may stand at a key. */
  readonly unique: boolean;
  readonly head: string;
  keysOf(record: T): IndexKeys;
}

/** A set of records; `Static` of the schema is what a record looks like. */
export function defineCollection<S extends TSchema, const Index extends string = never>(
  name: string,
  definition: {
    schema: S;
    key: (record: Static<S>) => Key;
    indexes?: Record<Index, (record: Static<S>) => IndexKeys>;
    unique?: readonly NoInfer<Index>[];
    /** Raise it when something that an index function calls has changed: then all indexes are built again. */
    indexVersion?: number;
  },
): Collection<Static<S>, Index> {
  const { schema, key, indexes = {} as Record<Index, (record: Static<S>) => IndexKeys>, unique = [] } = definition;
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

/** Called before a record of a collection, or an event, is staged; throws where that is not declared or does not fit its schema. */
export type OnPut = (definition: Collection | { readonly type: string; readonly data: TSchema }, data: unknown) => void;

/** One record, alone under its name. */
export interface SingleRecord<T = unknown> {
  readonly kind: "record";
  readonly name: string;
  /** Where it stands, encoded. */
  readonly key: string;
  readonly "~type"?: T;
}

/** A record that there is one of: a setting, a mark. */
export function defineRecord<T>(name: string): SingleRecord<T> {
  return { kind: "record", name, key: encodeKey([name]) };
}

/** A family of numbers that commits add to without ever conflicting. */
export interface Counter {
  readonly kind: "counter";
  readonly name: string;
  readonly head: string;
}

/** Counters by key; one that was never moved stands at nought. */
export function defineCounter(name: string): Counter {
  return { kind: "counter", name, head: encodeKey([name]) };
}

/** Members in an order, each at one place at a time. */
export interface SortedSet {
  readonly kind: "sortedSet";
  readonly name: string;
  readonly entries: string;
  readonly pointers: string;
}

/** An order that members are moved in without ever conflicting: by the time of the last message, by a score. */
export function defineSortedSet(name: string): SortedSet {
  return { kind: "sortedSet", name, entries: encodeKey([name, "at"]), pointers: encodeKey([name, "of"]) };
}
