import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Exit, Refusal } from "./exit.ts";
import type { Settings } from "./settings.ts";
import { fingerprintOf, isInMemory, isMissing, readStore } from "./store.ts";
import { ownVersion } from "./version.ts";
import { writeAtomic } from "./write-atomic.ts";

type Placed = Pick<Settings, "data" | "store">;

/** The file that marks a data folder; written last, so that an interrupted `init` leaves no data folder. */
export const marker = (data: string): string => join(data, "postern.json");

/** Where a gateway keeps the last commit that it knows of a store on a server. */
export const positionFile = (data: string): string => join(data, LAST_COMMIT);

const LAST_COMMIT = "last-commit.json";

export const isInitialised = ({ data, store }: Placed): boolean => isInMemory({ store }) || existsSync(marker(data));

/** Whether the folder is initialised, but not with the store in the settings. */
export const usesAnotherStore = (settings: Placed): boolean =>
  existsSync(marker(settings.data)) && readMark(settings.data).store !== fingerprintOf(settings);

/** Creates the folder with mode 0700. A folder with other files in it is not ours and is not changed. */
export function prepareFolder(settings: Placed): void {
  const { data } = settings;
  if (existsSync(data) && !existsSync(marker(data)) && !isOurs(data)) {
    throw new Refusal(`${data} contains other files. Use an empty folder or one that does not exist yet.`);
  }
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(data, 0o700);
}

export function markInitialised(settings: Placed): void {
  const mark = {
    version: ownVersion(),
    store: fingerprintOf(settings),
    driver: readStore(settings).name,
    createdAt: new Date().toISOString(),
  };
  writeAtomic(marker(settings.data), mark);
}

/** Only `init` creates a store: an empty store in place of a missing one would look like lost data. */
export function assertInitialised(settings: Placed): void {
  const { data } = settings;
  if (isInMemory(settings)) return;
  if (!existsSync(marker(data))) refuse(`${data} is not initialised. Run "postern init --data ${data}".`);
  if (usesAnotherStore(settings)) {
    const { driver } = readMark(data);
    const shown = driver === undefined ? "" : ` (driver ${driver})`;
    refuse(`${data} was initialised with another store${shown}. Use that store, or run "postern init" with this one.`);
  }
  if (isMissing(settings)) refuse(missingStore(data));
}

export const missingStore = (data: string): string =>
  `The store of ${data} is missing. Restore it, or run "postern init" to create an empty one.`;

export function refuse(message: string): never {
  throw new Refusal(message, Exit.failed);
}

export interface Mark {
  readonly store?: unknown;
  readonly driver?: string;
  readonly storeId?: unknown;
  /** The file of the store when it was last opened: any other file is a copy. */
  readonly file?: { readonly inode: number; readonly bornAt: number };
}

export function readMark(data: string): Mark {
  try {
    return JSON.parse(readFileSync(marker(data), "utf8")) as Mark;
  } catch {
    return {};
  }
}

/** What an interrupted `init` or `start` may have left. */
const isOurs = (data: string): boolean =>
  readdirSync(data).every((name) => ["store", "blobs", "gateways", "logs", "open", LAST_COMMIT].includes(name));
