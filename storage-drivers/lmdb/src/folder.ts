import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { StoreUnavailable, unavailable } from "@postern/core/storage";
import { type Database, open, type RootDatabaseOptionsWithPath } from "lmdb";
import { named } from "./failure.ts";
import { remember } from "./identity.ts";
import { addresses, checkPlace } from "./sound.ts";

export interface LmdbOptions {
  /** The folder of the store. A folder on a network file system will not do. */
  path: string;
  /** Whether a store that is missing is made, true by default; otherwise it is `missing`, and nothing is made. */
  create?: boolean;
  /** Readers at a time, of all processes together: one for each process and thread, and one for each open snapshot. */
  maxReaders?: number;
  /** Milliseconds that a commit may take, waiting for other processes included. Past it its outcome is unknown. */
  timeout?: number;
}

export type Store = Database<string, string>;

export interface Folder {
  db: Store;
  /** Throws StoreUnavailable (`gone`) where the files were deleted or replaced since. */
  assertThere(): void;
  /** Why nothing can be written, if so. */
  readOnly?: StoreUnavailable;
}

/** Sorts before every encoded key, and none begins with it: the number of the last commit. */
export const NUMBER = "!number";
/** From here on there are records. */
export const FIRST = '"';

/** Where a range begins: after the number in any case. */
export function from(start: string): string {
  if (start > FIRST) return start;
  return FIRST;
}

/** Opens the folder for this thread; the threads of a process share what LMDB holds of it. */
export function openFolder({ path, create = true, maxReaders = 512 }: LmdbOptions): Folder {
  if (!create && !existsSync(join(path, "data.mdb")))
    throw new StoreUnavailable("missing", `There is no store at ${path}. Check the path, or make it with create: true`);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    checkPlace(path);
    const reason = obstacle(path);
    const settings: RootDatabaseOptionsWithPath & { permissionsMode: number } = {
      path,
      // A folder, even where its name has a dot.
      noSubdir: false,
      encoding: "string",
      cache: false,
      maxReaders,
      ...addresses(),
      readOnly: reason !== undefined,
      // A commit becomes visible only once it is on disk. Else one could act on a number that a power cut
      // takes back and hands to another commit.
      overlappingSync: false,
      permissionsMode: 0o600,
    };
    const db = open<string, string>(settings);
    const assertThere = remember(path);
    if (!reason) return { db, assertThere };
    return {
      db,
      assertThere,
      readOnly: new StoreUnavailable("read_only", `The store at ${path} is read-only: ${reason}`),
    };
  } catch (error) {
    throw unavailable(named(error), `open ${path}`);
  }
}

/** What keeps us from writing, if anything does. Asks and never opens: to close a lock's file is to lose the lock. */
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
