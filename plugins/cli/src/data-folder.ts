import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beginEpoch, complete, type StoreDriver } from "@postern/core/storage";
import { Exit, Refusal } from "./exit.ts";
import type { Settings } from "./settings.ts";
import { fingerprintOf, isInMemory, isMissing, readStore } from "./store.ts";
import { identify, idOf } from "./store-id.ts";
import { ownVersion } from "./version.ts";
import { writeWhole } from "./write-whole.ts";

type Placed = Pick<Settings, "data" | "store">;

/** The file by which a data folder is known; written last, so that half an `init` is none. */
const marker = (data: string): string => join(data, "postern.json");

export const isInitialised = ({ data, store }: Placed): boolean => isInMemory({ store }) || existsSync(marker(data));

/** Makes the folder for its owner alone. A folder with other things in it is somebody else's, and stays as it is. */
export function prepareFolder(settings: Placed): void {
  const { data } = settings;
  if (existsSync(data) && !existsSync(marker(data)) && !isOurs(data)) {
    throw new Refusal(`${data} holds other things: name an empty folder, or one that is not there yet`);
  }
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(data, 0o700);
}

export function markInitialised(settings: Placed): void {
  const mark = { version: ownVersion(), store: fingerprintOf(settings), createdAt: new Date().toISOString() };
  writeWhole(marker(settings.data), mark);
}

/** An empty store where a full one is expected would look like lost data: nothing makes one but `init`. */
export function assertInitialised(settings: Placed): void {
  const { data } = settings;
  if (isInMemory(settings)) return;
  if (!existsSync(marker(data))) refuse(`${data} is not initialised: run postern init --data ${data}`);
  if (readMark(data).store !== fingerprintOf(settings)) {
    refuse(`${data} was initialised with another store: name that one, or run postern init with this one`);
  }
  if (isMissing(settings)) refuse(`The store of ${data} is gone: put it back, or run postern init to begin anew`);
}

function refuse(message: string): never {
  throw new Refusal(message, Exit.failed);
}

interface Mark {
  readonly store?: unknown;
  readonly storeId?: unknown;
  /** Which file the store was when it was last opened: another one is a copy. */
  readonly file?: { readonly inode: number; readonly bornAt: number };
}

function readMark(data: string): Mark {
  try {
    return JSON.parse(readFileSync(marker(data), "utf8")) as Mark;
  } catch {
    return {};
  }
}

/**
 * Refuses a store that another data folder was initialised with: its files were exchanged. A folder of a version that
 * kept no id takes the one that it finds.
 */
export async function confirmStore(settings: Placed, driver: StoreDriver): Promise<void> {
  const { data } = settings;
  const mark = readMark(data);
  if (mark.store !== fingerprintOf(settings)) return;
  if (mark.storeId === undefined) {
    const storeId = await identify(settings, driver);
    // A disk that cannot be written is no reason not to read what is on it.
    if (storeId !== undefined) attempt(() => writeWhole(marker(data), { ...mark, storeId, file: fileOf(settings) }));
    return;
  }
  if ((await idOf(settings, driver)) !== mark.storeId) {
    const { place } = readStore(settings);
    refuse(
      `${place} is not the store that ${data} was initialised with. Put that one back, or restore a backup with "postern restore --force <backup>"`,
    );
  }
  await mindCopy(settings, driver, mark);
}

/**
 * Begins a new epoch where the store's file is a copy of the one that was last opened: the other one may go on, or this
 * one may be an old state that was put back. A folder that was moved to another disk looks like that too, which is safe.
 */
async function mindCopy(settings: Placed, driver: StoreDriver, mark: Mark): Promise<void> {
  const file = fileOf(settings);
  const known = mark.file;
  if (!file || (file.inode === known?.inode && file.bornAt === known.bornAt) || !isWritable(driver)) return;
  // Some file systems number their files anew each time that they are mounted, but a copy was made later too.
  const isCopy = known !== undefined && file.inode !== known.inode && file.bornAt !== known.bornAt;
  if (isCopy) await beginEpoch(await complete(driver), Date.now());
  attempt(() => writeWhole(marker(settings.data), { ...mark, file }));
}

const isWritable = (driver: StoreDriver): boolean => driver.commit !== undefined && driver.trouble?.() === undefined;

/** Undefined where there is no file, or the file system does not say when it was made. */
function fileOf(settings: Placed): Mark["file"] | undefined {
  const { place } = readStore(settings);
  const found = statSync(join(place, "data.mdb"), { throwIfNoEntry: false });
  return found && found.birthtimeMs > 0 ? { inode: found.ino, bornAt: Math.round(found.birthtimeMs) } : undefined;
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}

/** What an `init` that was cut short may have left. */
const isOurs = (data: string): boolean => readdirSync(data).every((name) => name === "store" || name === "blobs");
