import { after, type MaybePromise } from "./after.ts";
import type { StoreUnavailable } from "./errors.ts";
import type { Version } from "./number.ts";
import type { PlainDriver } from "./plain/plain-driver.ts";

/** A stored key with its value. */
export interface Entry {
  key: string;
  value: string;
}

/** Keys from `start` (included) to `end` (excluded), in byte order. `offset` entries are skipped first. */
export interface RangeQuery {
  start: string;
  end: string;
  limit: number;
  offset?: number;
  reverse?: boolean;
}

/** With `tail`, only that number of characters at the end of each key are needed, but the whole key at the limit. */
export interface KeysQuery extends RangeQuery {
  tail?: number;
}

/** Counts the keys from `start` to `end`, up to `limit`. */
export interface CountQuery {
  start: string;
  end: string;
  limit: number;
}

/** Between `start` and `end` the store still contains exactly these keys, at these versions and in this order. */
export interface Check {
  start: string;
  end: string;
  found: readonly { key: string; version: Version }[];
}

/** A record to put, or to delete if the value is null. `V` is the form in which a driver holds values. */
export interface Put<V = string> {
  key: string;
  value: V | null;
  /** The key contains the number of this commit, so it cannot exist yet. */
  isNew?: boolean;
}

/** An increment of a counter, without a read in its transaction: the commit adds to the current value. */
export interface Add {
  key: string;
  add: number;
}

/**
 * Moves a member to a position from any previous one. `key` is the member's pointer: the commit deletes the entry
 * it points to, puts `value` at `place` (an encoded key) and updates the pointer. With a null place the member is
 * removed.
 */
export interface Place<V = string> {
  key: string;
  place: string | null;
  value: V;
}

/** Put, Add or Place. Keys and values may contain markers for the number of the commit. */
export type Write<V = string> = Put<V> | Add | Place<V>;

/** Atomic: all writes happen if every check holds, otherwise none. */
export interface Batch<V = string> {
  checks: readonly Check[];
  writes: readonly Write<V>[];
  /** Every read that is checked saw at least this commit, so only later ones can have changed it. */
  asOf?: Version | undefined;
  /** Minimum number of the commit: for records imported from another store with their versions. */
  atLeast?: Version;
}

/** Reads a state of the store. */
export interface Reader {
  getItem(key: string): MaybePromise<string | null>;
  range(query: RangeQuery): MaybePromise<Entry[]>;
  /** The keys of a range, without reading the values. */
  keys?(query: KeysQuery): MaybePromise<string[]>;
  count?(query: CountQuery): MaybePromise<number>;
  /** A commit that all reads from now on see, if it is known without reading. */
  committed?(): Version;
}

/** Consistent reads of one commit. Release it when done: a long-lived snapshot keeps old pages alive. */
export interface Snapshot extends Reader {
  /** The number of its last commit, for a driver whose own position may be older. */
  position?(): MaybePromise<Version>;
  release(): void;
}

/** The guarantees of a store. */
export interface Guarantees {
  /** Whether an acknowledged commit survives a power failure. */
  durable: boolean | "as the driver";
  /** How many processes can open the store at the same time. */
  processes: "one" | "many";
  /** Present if these processes can be on several machines. */
  machines?: "many";
  /** Who makes commits atomic: the driver, or `complete` on top of it. */
  atomic: "native" | "completed";
  /** Who detects damaged records: the driver, or the checksum in each record. */
  checksum: "driver" | "record";
}

/** A driver with every capability, implemented by the driver or added by `complete`. */
export interface CompleteDriver extends Reader {
  readonly name: string;
  readonly guarantees: Guarantees;
  /**
   * In order, each batch validated after the one before it, each atomic, durable when it resolves. A batch without
   * writes is validated too and answered with the number of the last commit.
   */
  commit(batches: readonly Batch[]): MaybePromise<(Version | false)[]>;
  snapshot(): Snapshot;
  /** After this, reads see everything that other processes committed before. */
  refresh?(): void;
  /** The number of the last commit that reads see. */
  position?(): MaybePromise<Version>;
  /** Calls `found` with the last number soon after commits of other processes, if several can share the store. */
  onCommit?(found: (number: Version) => void): () => void;
  /** The clock that all processes of the store share, in Unix milliseconds, if they can be on several machines. */
  now?(): number;
  /** Reads and checks every record, in a separate process that damage may crash. */
  verify?(signal: AbortSignal): Promise<Verified>;
  /** Figures of the driver's own, by names for metrics with their units: `file_bytes`, `flights_total`. */
  figures?(): MaybePromise<Readonly<Record<string, number>>>;
  /** What currently prevents writes to the store, if anything. */
  trouble(): StoreUnavailable | undefined;
  dispose?(): MaybePromise<void>;
}

/** What a driver can implement beyond unstorage's contract. `range`, `commit` and `snapshot` only together. */
export interface StoreDriver extends PlainDriver, Partial<Omit<CompleteDriver, keyof PlainDriver>> {
  /** `setItem` replaces a value atomically: after a crash it has the old or the new text, never a part. */
  atomicSet?: boolean;
  /** Called at each start before any other use, even after `dispose`: a stopped gateway can be started again. */
  open?(): MaybePromise<void>;
}

/** Lists keys with the reader's own method if it has one, otherwise by reading the range. */
export function keysIn(reader: Reader, query: KeysQuery): MaybePromise<string[]> {
  return reader.keys ? reader.keys(query) : after(reader.range(query), (entries) => entries.map(({ key }) => key));
}

/** Counts with the reader's own method if it has one, otherwise by reading the range. */
export function countIn(reader: Reader, query: CountQuery): MaybePromise<number> {
  return reader.count ? reader.count(query) : after(reader.range(query), (entries) => entries.length);
}

/** The result of reading the whole store. */
export interface Verified {
  /** Number of records read. */
  readonly checked: number;
  /** Number of records that differ from what was written. */
  readonly damaged: number;
  /** Encoded keys of damaged records, at most 1,000. */
  readonly keys: readonly string[];
  /** Collections and indexes that differ from what was counted when their records were written. */
  readonly lost: readonly { readonly collection: string; readonly expected: number; readonly found: number }[];
  /** What is wrong with the store as a whole: its files cannot be read, or its keys are out of order. */
  readonly broken?: string;
}
