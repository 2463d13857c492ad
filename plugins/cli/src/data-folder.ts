import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Gateway, storeView } from "@postern/core";
import { beginEpoch, complete, rangeOf, type StoreDriver } from "@postern/core/storage";
import { Exit, Refusal } from "./exit.ts";
import type { Settings } from "./settings.ts";
import { fingerprintOf, isInMemory, isMissing, readStore } from "./store.ts";
import { identify, idOf } from "./store-id.ts";
import { ownVersion } from "./version.ts";
import { writeAtomic } from "./write-atomic.ts";

type Placed = Pick<Settings, "data" | "store">;

/** The file that marks a data folder; written last, so that an interrupted `init` leaves no data folder. */
const marker = (data: string): string => join(data, "postern.json");

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
  if (isMissing(settings)) refuse(missing(data));
}

const missing = (data: string): string =>
  `The store of ${data} is missing. Restore it, or run "postern init" to create an empty one.`;

/** The same for stores whose files this program does not know: `init` creates a key, so a store without keys is new. */
export async function assertNotEmpty(settings: Placed, gateway: Gateway): Promise<void> {
  if (readStore(settings).name === "lmdb" || isInMemory(settings) || !existsSync(marker(settings.data))) return;
  try {
    await gateway.start();
  } catch {
    // The first call reports why.
    return;
  }
  const snapshot = await gateway.service(storeView)?.snapshot();
  try {
    const found = await snapshot?.range({ ...rangeOf(["gateway.key"]), limit: 1 });
    if (found?.length === 0) refuse(missing(settings.data));
  } catch (error) {
    await gateway.stop();
    throw error;
  } finally {
    snapshot?.release();
  }
}

function refuse(message: string): never {
  throw new Refusal(message, Exit.failed);
}

interface Mark {
  readonly store?: unknown;
  readonly driver?: string;
  readonly storeId?: unknown;
  /** The file of the store when it was last opened: any other file is a copy. */
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
 * Refuses a store that belongs to another data folder: its files were replaced. A folder of a release that kept no id
 * adopts the id of the store.
 */
export async function confirmStore(settings: Placed, driver: StoreDriver): Promise<void> {
  const { data } = settings;
  const mark = readMark(data);
  if (mark.store !== fingerprintOf(settings)) return;
  if (mark.storeId === undefined) {
    const storeId = await identify(settings, driver);
    // A read-only disk must not prevent reading the store.
    if (storeId !== undefined) attempt(() => writeAtomic(marker(data), { ...mark, storeId, file: fileOf(settings) }));
    return;
  }
  if ((await idOf(settings, driver)) !== mark.storeId) {
    const { place } = readStore(settings);
    refuse(
      `${place} is not the store that ${data} was initialised with. Put the original store back, or restore a backup with "postern restore --force <backup>".`,
    );
  }
  await detectCopy(settings, driver, mark);
}

/**
 * Begins a new epoch if the store's file is a copy of the one that was last opened: the original may still be in use,
 * or the copy may be an old state. A folder moved to another disk looks the same, which is safe.
 */
async function detectCopy(settings: Placed, driver: StoreDriver, mark: Mark): Promise<void> {
  const file = fileOf(settings);
  const known = mark.file;
  if (!file || (file.inode === known?.inode && file.bornAt === known.bornAt) || !isWritable(driver)) return;
  // Some file systems assign new inode numbers on each mount, but a copy also has another creation time.
  const isCopy = known !== undefined && file.inode !== known.inode && file.bornAt !== known.bornAt;
  if (isCopy) await beginEpoch(await complete(driver), Date.now());
  attempt(() => writeAtomic(marker(settings.data), { ...mark, file }));
}

const isWritable = (driver: StoreDriver): boolean => driver.commit !== undefined && driver.trouble?.() === undefined;

/** Undefined if there is no file, or the file system does not record creation times. */
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

/** What an interrupted `init` or `start` may have left. */
const isOurs = (data: string): boolean =>
  readdirSync(data).every((name) => ["store", "blobs", "gateways", "logs"].includes(name));
