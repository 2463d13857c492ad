import { getSystemErrorName } from "node:util";
import { DamagedRecord, StoreUnavailable, unavailable } from "@postern/core/storage";

/** What is left of an error when it has crossed from one thread to the other. */
export interface Failure {
  message: string;
  code?: string | number;
  /** The key of a damaged record. */
  key?: string;
}

/** LMDB's own codes that a caller can do something about. */
const CODES = new Map<unknown, string>([
  [-30792, "MDB_MAP_FULL"],
  [-30795, "MDB_PANIC"],
]);

/** The errors after which it cannot be told what is on disk. */
const DOUBTFUL = new Set<unknown>(["MDB_PANIC", "EIO"]);

/** LMDB gives the system's errors as positive numbers; everybody else knows them by name. */
export function named(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code === "number") Object.assign(error as object, { code: CODES.get(code) ?? systemName(code) });
  return error;
}

function systemName(code: number): string | number {
  return code > 0 && code < 4096 ? getSystemErrorName(-code) : code;
}

export function toFailure(thrown: unknown): Failure {
  const { message, code, key } = named(thrown) as Failure;
  return { message, code, key };
}

/** The error that the other thread threw, as a driver throws it. */
export function fromFailure({ message, code, key }: Failure): Error {
  if (code === "DAMAGED_RECORD" && key !== undefined) return new DamagedRecord(key);
  const cause = Object.assign(new Error(message), { code });
  // The limit of a file's size, as by `ulimit`, is one more way of being full.
  if (code === "EFBIG") return new StoreUnavailable("full", `The store failed to commit: ${message}`, { cause });
  const error = unavailable(cause, "commit");
  if (!DOUBTFUL.has(code)) return error;
  return new StoreUnavailable(error.reason, error.message, { cause, outcomeUnknown: true });
}

/** Whether LMDB will do nothing more for this process until everything is opened anew. */
export const isFatal = (code: unknown): boolean => code === "MDB_PANIC";
