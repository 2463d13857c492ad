import { statfsSync } from "node:fs";
import { getSystemErrorName } from "node:util";
import { DamagedRecord, StoreUnavailable, type Unavailable, unavailable } from "@postern/core/storage";

/** An error as it is sent between threads. */
export interface Failure {
  message: string;
  code?: string | number;
  /** The key of a damaged record. */
  key?: string;
  /** Why the store cannot be used, if known. */
  reason?: Unavailable;
  /** Whether LMDB must be reopened in this process; the outcome of the commit is unknown. */
  fatal?: boolean;
}

const MAP_FULL = -30792;

/** In bytes: the size of a lock file with its readers, rounded up. */
const MIN_FREE_BYTES = 1 << 20;

/** Messages for LMDB's errors. Its own messages are not used, because some contain uninitialized memory. */
const MESSAGES: Readonly<Record<string, string>> = {
  "-30797": "a page is missing: the structure is damaged",
  "-30796": "the structure is damaged",
  "-30794": "it was written by another version of LMDB",
  "-30793": "the file is not an LMDB file",
  [MAP_FULL]: "MDB_MAP_FULL: no address space is available",
  "-30790": "too many readers (the limit is `maxReaders`)",
  "-30786": "the page counts are inconsistent: the structure is damaged",
  "-30779": "a page has a wrong checksum",
};

/** Translates LMDB's error codes. LMDB reports system errors as positive numbers. */
export function named(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code !== "number") return error;
  const name = code > 0 && code < 4096 ? getSystemErrorName(-code) : code;
  const message = MESSAGES[code] ?? (typeof name === "string" ? `the system reports ${name}` : `LMDB reports ${code}`);
  return Object.assign(new Error(message), { code: code === MAP_FULL ? "MDB_MAP_FULL" : name });
}

/** Converts an error of the writer thread for sending. */
export function toFailure(thrown: unknown, path: string): Failure {
  const { message, code, key, reason } = named(thrown) as Failure;
  // LMDB reports a short write as an I/O error, but usually the disk is full.
  return code === "EIO" && isFull(path) ? { message: "no space left", code: "ENOSPC" } : { message, code, key, reason };
}

/** Whether the disk has too little free space to continue. */
export function isFull(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < MIN_FREE_BYTES;
}

/** Restores an error of the writer thread as a driver's error. All but fatal ones ended in a rollback. */
export function fromFailure({ message, code, key, reason, fatal = false }: Failure): Error {
  const nothingWritten = !fatal;
  if (code === "DAMAGED_RECORD" && key !== undefined) return Object.assign(new DamagedRecord(key), { nothingWritten });
  if (reason !== undefined) return new StoreUnavailable(reason, message, { nothingWritten });
  const error = unavailable(Object.assign(new Error(message), { code }), "commit");
  return new StoreUnavailable(error.reason, error.message, { cause: error.cause, nothingWritten });
}
