import type { Key } from "./key.ts";

/**
 * Why a store is unavailable: it is read-only, its disk is full, it did not answer in time, another process owns it, it
 * is closed, it does not exist and must not be created, its files were deleted or replaced, or its driver failed for
 * another reason.
 */
export type Unavailable = "read_only" | "full" | "timeout" | "owned" | "closed" | "missing" | "gone" | "failed";

/** The store is unavailable. `outcomeUnknown` means that a write may have happened anyway. */
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

/** Too many commits are waiting. Nothing was written. */
export class StoreBusy extends Error {
  readonly code = "STORE_BUSY";

  constructor(waiting: number) {
    super(`${waiting} commits are already waiting for the store`);
    this.name = "StoreBusy";
  }
}

/**
 * A stored record that differs from what was written: truncated, overwritten or corrupted. `key` is its encoded key.
 */
export class DamagedRecord extends Error {
  readonly code = "DAMAGED_RECORD";
  readonly key: string;

  constructor(key: string, cause?: unknown) {
    super(`The record at ${key} is damaged`, { cause });
    this.name = "DamagedRecord";
    this.key = key;
  }
}

/** Another record has this key in a unique index. */
export class NotUnique extends Error {
  readonly code = "NOT_UNIQUE";
  readonly collection: string;
  readonly index: string;
  readonly key: Key;

  constructor(collection: string, index: string, key: Key) {
    super(`${collection}: another record has the key ${JSON.stringify(key)} in ${index}`);
    this.name = "NotUnique";
    this.collection = collection;
    this.index = index;
    this.key = key;
  }
}

/** Replaces write methods after the end of a call. */
export const refuseWrite = (): never => {
  throw new Error("A write after the call has ended is not committed. Await all work before you return the answer.");
};

const FULL = /ENOSPC|EDQUOT|EFBIG|MDB_MAP_FULL/;
const READ_ONLY = /EROFS|EACCES|EPERM/;

/** Converts anything a driver threw to an error of the store, with the original as its `cause`. */
export function unavailable(thrown: unknown, doing: string): StoreUnavailable {
  if (thrown instanceof StoreUnavailable) return thrown;
  const { code } = Object(thrown) as { code?: unknown };
  const text = messageOf(thrown);
  const named = `${String(code)} ${text}`;
  const reason = FULL.test(named) ? "full" : READ_ONLY.test(named) ? "read_only" : "failed";
  return new StoreUnavailable(reason, `The store failed to ${doing}: ${text}`, { cause: thrown });
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  const { message } = Object(thrown) as { message?: unknown };
  return typeof message === "string" ? message : String(thrown);
}
