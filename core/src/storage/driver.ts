import { after, type MaybePromise } from "./after.ts";
import type { StoreUnavailable } from "./errors.ts";
import type { Version } from "./number.ts";
import type { PlainDriver } from "./plain/plain-driver.ts";

export interface Entry {
  key: string;
  value: string;
}

/** Keys from `start` (included) to `end` (excluded), in order of their bytes; `offset` entries are skipped first. */
export interface RangeQuery {
  start: string;
  end: string;
  limit: number;
  offset?: number;
  reverse?: boolean;
}

/** How many keys there are from `start` to `end`; at `limit` the counting ends. */
export interface CountQuery {
  start: string;
  end: string;
  limit: number;
}

/** Between `start` and `end` the store still holds these keys at these versions, in this order, and no others. */
export interface Check {
  start: string;
  end: string;
  found: readonly { key: string; version: Version }[];
}

/** A record to put, or (null) to remove. */
export interface Put {
  key: string;
  value: string | null;
}

/** A counter to move. It reads nothing in its transaction: the commit adds to what it finds. */
export interface Add {
  key: string;
  add: number;
}

/**
 * A member to put in its place, whatever place it had. `key` is the member's pointer: the commit removes the entry
 * it pointed to, puts `value` at `place` (an encoded key) and points there. A null place takes the member out.
 */
export interface Place {
  key: string;
  place: string | null;
  value: string;
}

/** Put, Add or Place; keys and values may hold marks for the number of the commit. */
export type Write = Put | Add | Place;

/** All writes happen if every check holds; otherwise none happens. */
export interface Batch {
  checks: readonly Check[];
  writes: readonly Write[];
  /** The number of the commit is at least this: for records that come, with their versions, from another store. */
  atLeast?: Version;
}

export interface Reader {
  getItem(key: string): MaybePromise<string | null>;
  range(query: RangeQuery): MaybePromise<Entry[]>;
  count?(query: CountQuery): MaybePromise<number>;
}

/** Reads of one moment. Released when done: a long reader keeps old pages alive. */
export interface Snapshot extends Reader {
  release(): void;
}

/** What a store promises. */
export interface Guarantees {
  /** Whether an acknowledged commit survives a power cut. */
  durable: boolean | "as the driver";
  /** How many processes may have the store open at a time. */
  processes: "one" | "many";
  /** Who makes a commit all or nothing: the driver itself, or `complete` above it. */
  atomic: "native" | "completed";
  /** Who notices a damaged record: the driver, or the checksum in each record. */
  checksum: "driver" | "record";
}

/** What a driver may bring beyond unstorage's contract. `range`, `commit` and `snapshot` come together or not at all. */
export interface StoreDriver extends PlainDriver {
  /** `setItem` replaces a value whole: a crash leaves the old text or the new, never a part. */
  atomicSet?: boolean;
  range?(query: RangeQuery): MaybePromise<Entry[]>;
  count?(query: CountQuery): MaybePromise<number>;
  /**
   * In order, each validated after the one before it; each all or nothing; durable when it answers.
   * A batch without writes is validated too, and answered with the number of the last commit.
   */
  commit?(batches: readonly Batch[]): MaybePromise<(Version | false)[]>;
  snapshot?(): Snapshot;
  /** Called at each start before any other use, also after `dispose`: a gateway that was stopped may be started again. */
  open?(): MaybePromise<void>;
  refresh?(): void;
  /** The number of the last commit that reads see. Where several processes share the store, it tells one of the others' commits. */
  position?(): MaybePromise<Version>;
  guarantees?: Guarantees;
  verify?(signal: AbortSignal): Promise<Verified>;
  trouble?(): StoreUnavailable | undefined;
}

/** What the store above speaks to: every capability, the driver's own or added by `complete`. */
export interface CompleteDriver extends Reader {
  readonly name: string;
  readonly guarantees: Guarantees;
  commit(batches: readonly Batch[]): MaybePromise<(Version | false)[]>;
  snapshot(): Snapshot;
  /** From here on reads see all that other processes have committed before. */
  refresh?(): void;
  /** The number of the last commit that reads see. */
  position?(): MaybePromise<Version>;
  /** Reads and checks every record in a process of its own, which damage may end. */
  verify?(signal: AbortSignal): Promise<Verified>;
  /** What keeps the store from being written at present; undefined while all is well. */
  trouble(): StoreUnavailable | undefined;
  dispose?(): MaybePromise<void>;
}

/** Counts by the reader's own means, or else by reading the range. */
export function countIn(reader: Reader, query: CountQuery): MaybePromise<number> {
  return reader.count ? reader.count(query) : after(reader.range(query), (entries) => entries.length);
}

/** What was found when all of a store was read. */
export interface Verified {
  /** Records that were read. */
  readonly checked: number;
  /** Records that are not what was written. */
  readonly damaged: number;
  /** Encoded keys of damaged records, a thousand of them at most. */
  readonly keys: readonly string[];
  /** Collections and indexes that do not hold what was counted when their records were written. */
  readonly lost: readonly { readonly collection: string; readonly expected: number; readonly found: number }[];
  /** What is wrong with the store as a whole: its files cannot be read, or its keys are out of order. */
  readonly broken?: string;
}
