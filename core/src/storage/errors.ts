import type { Key } from "./key.ts";

/**
 * Why a store cannot be used: it takes no writes, its disk is full, it did not answer in time, another process
 * owns it, it is closed, it is not there and not to be made, its files were deleted or replaced, or its driver failed in a way of its own.
 */
export type Unavailable = "read_only" | "full" | "timeout" | "owned" | "closed" | "missing" | "gone" | "failed";

/** The store cannot do it now. `outcomeUnknown` tells that a write may have happened nevertheless. */
export class StoreUnavailable extends Error {
  readonly code = "STORE_UNAVAILABLE";
  readonly reason: Unavailable;
  readonly outcomeUnknown: boolean;

  constructor(reason: Unavailable, message: string, options: { cause?: unknown; outcomeUnknown?: boolean } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "StoreUnavailable";
    this.reason = reason;
    this.outcomeUnknown = options.outcomeUnknown ?? false;
  }
}

/** Too many commits wait already; nothing was written. */
export class StoreBusy extends Error {
  readonly code = "STORE_BUSY";

  constructor(waiting: number) {
    super(`${waiting} commits wait for the store already`);
    this.name = "StoreBusy";
  }
}

/** A stored record that is not what was written: cut short, overwritten, or fallen to rot. `key` is its encoded key. */
export class DamagedRecord extends Error {
  readonly code = "DAMAGED_RECORD";
  readonly key: string;

  constructor(key: string, cause?: unknown) {
    super(`The record at ${key} is damaged`, { cause });
    this.name = "DamagedRecord";
    this.key = key;
  }
}

/** Another record stands at this key of a unique index. */
export class NotUnique extends Error {
  readonly code = "NOT_UNIQUE";
  readonly collection: string;
  readonly index: string;
  readonly key: Key;

  constructor(collection: string, index: string, key: Key) {
    super(`${collection}: another record stands at ${index} ${JSON.stringify(key)}`);
    this.name = "NotUnique";
    this.collection = collection;
    this.index = index;
    this.key = key;
  }
}

/** What stands in for a write that came too late. */
export const refuseWrite = (): never => {
  throw new Error("A write after the call has ended is not committed; await everything before the answer");
};

const REASONS: readonly (readonly [string, Unavailable])[] = [
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EFBIG", "full"],
  ["MDB_MAP_FULL", "full"],
  ["EROFS", "read_only"],
  ["EACCES", "read_only"],
  ["EPERM", "read_only"],
];

/** Whatever a driver threw, as an error of the store; the original is its `cause`. */
export function unavailable(thrown: unknown, doing: string): StoreUnavailable {
  if (thrown instanceof StoreUnavailable) return thrown;
  const { code, message } = Object(thrown) as { code?: unknown; message?: unknown };
  const told = typeof message === "string" ? message : String(thrown);
  const named = REASONS.find(([name]) => code === name || told.includes(name));
  return new StoreUnavailable(named?.[1] ?? "failed", `The store failed to ${doing}: ${told}`, { cause: thrown });
}
