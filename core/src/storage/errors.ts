import type { Key } from "./key.ts";

/**
 * Why a store is unavailable: it is read-only, its disk is full, it did not answer in time, another process owns it, it
 * is closed, it does not exist and must not be created, its files were deleted, replaced or damaged, or another reason.
 */
export type Unavailable = "read_only" | "full" | "timeout" | "owned" | "closed" | "failed" | Lost;

/** Its files do not have what was written. */
type Lost = "missing" | "gone" | "damaged";

/** The store is unavailable. */
export class StoreUnavailable extends Error {
  readonly code = "STORE_UNAVAILABLE";
  readonly reason: Unavailable;
  /** Whether a driver's commit failed before anything was written. See `beforeWriting`. */
  readonly nothingWritten: boolean;

  constructor(reason: Unavailable, message: string, options: { cause?: unknown; nothingWritten?: boolean } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "StoreUnavailable";
    this.reason = reason;
    this.nothingWritten = options.nothingWritten ?? false;
  }
}

/** A commit failed in a way that leaves open whether it was written, so it must not be repeated without a look. */
export class OutcomeUnknown extends StoreUnavailable {
  readonly outcomeUnknown = true;

  constructor(cause: unknown) {
    const { reason, message } = unavailable(cause, "commit");
    super(reason, message, { cause });
    this.name = "OutcomeUnknown";
  }
}

/**
 * Runs a part of a driver's commit that ends before anything is written. What it throws says so, which is the only
 * reason for which a commit is tried again: of every other error it is not known whether the commit was written.
 */
export function beforeWriting<T>(work: () => T): T {
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(refuse) as T) : result;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  throw nothingWritten(error);
}

/** The same error, which now says that nothing was written. */
export function nothingWritten(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : unavailable(thrown, "commit");
  if (saysNothingWritten(error)) return error;
  if (Object.isExtensible(error)) return Object.assign(error, { nothingWritten: true });
  return new StoreUnavailable("failed", error.message, { cause: error, nothingWritten: true });
}

/** Whether an error of a driver's commit says that nothing was written. */
export const saysNothingWritten = (error: unknown): boolean => Object(error).nothingWritten === true;

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
