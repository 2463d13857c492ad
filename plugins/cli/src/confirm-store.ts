import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Gateway, storeView } from "@postern/core";
import { beginEpoch } from "@postern/core/drivers";
import { complete, rangeOf, type StoreDriver } from "@postern/core/storage";
import { type Mark, marker, missingStore, readMark, refuse } from "./data-folder.ts";
import { fingerprintOf, isInMemory, type Placed, readStore, shownStore } from "./store.ts";
import { identify, idOf } from "./store-id.ts";
import { writeAtomic } from "./write-atomic.ts";

/**
 * Refuses an empty store in place of a missing one, for stores whose files this program does not know: `init` creates a
 * key, so a store without keys is new.
 */
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
    if (found?.length === 0) refuse(missingStore(settings.data));
  } catch (error) {
    await gateway.stop();
    throw error;
  } finally {
    snapshot?.release();
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
    refuse(
      `${shownStore(settings)} is not the store that ${data} was initialised with. Put the original store back, or restore a backup with "postern restore --force <backup>".`,
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
