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

/** LMDB gives the system's errors as positive numbers; everybody else knows them by name. */
export function named(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code === "number") Object.assign(error as object, { code: nameOf(code) });
  return error;
}

function nameOf(code: number): string | number {
  if (code === MAP_FULL) return "MDB_MAP_FULL";
  return code > 0 && code < 4096 ? getSystemErrorName(-code) : code;
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
