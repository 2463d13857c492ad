import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { StoreDriver } from "@postern/core/storage";
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
    if (storeId !== undefined) attempt(() => writeWhole(marker(data), { ...mark, storeId }));
  } else if ((await idOf(settings, driver)) !== mark.storeId) {
    const { place } = readStore(settings);
    refuse(
      `${place} is not the store that ${data} was initialised with. Put that one back, or restore a backup with "postern restore --force <backup>"`,
    );
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}

/** What an `init` that was cut short may have left. */
const isOurs = (data: string): boolean => readdirSync(data).every((name) => name === "store" || name === "blobs");
