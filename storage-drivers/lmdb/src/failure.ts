import { statfsSync } from "node:fs";
import { getSystemErrorName } from "node:util";
import { DamagedRecord, StoreUnavailable, type Unavailable, unavailable } from "@postern/core/storage";

/** What is left of an error when it has crossed from one thread to the other. */
export interface Failure {
  message: string;
  code?: string | number;
  /** The key of a damaged record. */
  key?: string;
  /** Why the store cannot be used, where that is known. */
  reason?: Unavailable;
  /** Whether LMDB does nothing more for this process before all is opened anew; what happened then is in doubt. */
  fatal?: boolean;
}

const MAP_FULL = -30792;

/** In bytes; what a lock file takes with its readers, and somewhat more. */
const NO_ROOM = 1 << 20;

/** What LMDB's own errors mean. Its texts stay out: some hold numbers from memory that nobody has set. */
const WORDS: Readonly<Record<string, string>> = {
  "-30797": "a page that it needs does not exist: its structure is damaged",
  "-30796": "its structure is damaged",
  "-30794": "another version of LMDB has written it",
  "-30793": "the file is not one of LMDB's",
  [MAP_FULL]: "MDB_MAP_FULL: there are no addresses left for it",
  "-30790": "too many readers have it open; `maxReaders` is the limit",
  "-30786": "its page counts are out of order: its structure is damaged",
  "-30779": "a page does not have the checksum that it was written with",
};

/** The error in our words. LMDB gives the system's errors as positive numbers; everybody else knows them by name. */
export function named(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code !== "number") return error;
  const name = code > 0 && code < 4096 ? getSystemErrorName(-code) : code;
  const message = WORDS[code] ?? (typeof name === "string" ? `the system reports ${name}` : `LMDB reports ${code}`);
  return Object.assign(new Error(message), { code: code === MAP_FULL ? "MDB_MAP_FULL" : name });
}

/** An error of the thread that writes to `path`, to be sent. */
export function toFailure(thrown: unknown, path: string): Failure {
  const { message, code, key, reason } = named(thrown) as Failure;
  // LMDB takes a write that was cut short for a fault of the disk; mostly it is full.
  return code === "EIO" && isFull(path) ? { message: "no space left", code: "ENOSPC" } : { message, code, key, reason };
}

/** Whether the disk has too little room left to go on with. */
export function isFull(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < NO_ROOM;
}

/** The error that the other thread threw, as a driver throws it. */
export function fromFailure({ message, code, key, reason, fatal }: Failure): Error {
  if (code === "DAMAGED_RECORD" && key !== undefined) return new DamagedRecord(key);
  if (reason !== undefined) return new StoreUnavailable(reason, message, { outcomeUnknown: fatal });
  const error = unavailable(Object.assign(new Error(message), { code }), "commit");
  return new StoreUnavailable(error.reason, error.message, { cause: error.cause, outcomeUnknown: fatal });
}
