import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { StoreUnavailable, unavailable } from "@postern/core/storage";
import { type Database, open, type RootDatabaseOptionsWithPath } from "lmdb";
import { compressionOptions, guardReads } from "./compression.ts";
import { named } from "./failure.ts";
import { recordFiles } from "./identity.ts";
import { readKeysAsText } from "./keys.ts";
import { addresses, checkFolder } from "./preflight.ts";

export interface LmdbOptions {
  /** The folder of the store. Network file systems are not supported. */
  path: string;
  /**
   * Whether a missing store is created. By default a gateway or a write creates it, and reading it without a gateway is
   * an error (`missing`). With false it is never created, with true always.
   */
  create?: boolean;
  /** Maximum concurrent readers of all processes: one per process and thread, and one per open snapshot. */
  maxReaders?: number;
  /**
   * Maximum duration of a commit in milliseconds, including the wait for other processes. After it the outcome is
   * unknown.
   */
  timeout?: number;
}

export type Store = Database<string, string>;

export interface Folder {
  db: Store;
  /** Throws StoreUnavailable (`gone`) if the files were deleted or replaced. */
  assertSameFiles(): void;
  /** Set if the store is read-only. */
  readOnly?: StoreUnavailable;
}

/** The key of the last commit's number. It sorts before every encoded key and is not a prefix of any. */
export const NUMBER = "!number";
/** The start of the records. */
export const FIRST = '"';

/** The start of a range, always after the metadata. */
export function from(start: string): string {
  if (start > FIRST) return start;
  return FIRST;
}

/** Throws StoreUnavailable (`missing`) if the folder has no store. */
export function assertExists(path: string): void {
  if (existsSync(join(path, "data.mdb"))) return;
  throw new StoreUnavailable(
    "missing",
    `There is no store at ${path}. Check the path, or set create: true to create it.`,
  );
}

/** Opens the folder for this thread. The threads of a process share LMDB's environment. */
export function openFolder({ path, create = true, maxReaders = 512 }: LmdbOptions): Folder {
  if (!create) assertExists(path);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    checkFolder(path);
    const reason = obstacle(path);
    const settings: RootDatabaseOptionsWithPath & { permissionsMode: number } = {
      path,
      // The path is a folder, even if its name contains a dot.
      noSubdir: false,
      encoding: "string",
      cache: false,
      maxReaders,
      ...addresses(),
      readOnly: reason !== undefined,
      // A commit becomes visible only when it is on disk. Otherwise a reader could use a number that is lost in a
      // power failure and assigned to another commit.
      overlappingSync: false,
      permissionsMode: 0o600,
      compression: compressionOptions(),
    };
    const db = guardReads(readKeysAsText(open<string, string>(settings)));
    const assertSameFiles = recordFiles(path);
    if (!reason) return { db, assertSameFiles };
    return {
      db,
      assertSameFiles,
      readOnly: new StoreUnavailable("read_only", `The store at ${path} is read-only: ${reason}`),
    };
  } catch (error) {
    throw unavailable(named(error), `open ${path}`);
  }
}

/**
 * The reason why the store cannot be written, if any. Does not open files: closing a lock file would release its locks.
 */
function obstacle(path: string): string | undefined {
  try {
    for (const name of ["data.mdb", "lock.mdb"]) {
      const file = join(path, name);
      accessSync(existsSync(file) ? file : path, constants.W_OK);
    }
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
