import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Exit, Refusal } from "./exit.ts";
import type { Settings } from "./settings.ts";
import { fingerprintOf, isInMemory, isMissing } from "./store.ts";
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
  if (storeMarked(data) !== fingerprintOf(settings)) {
    refuse(`${data} was initialised with another store: name that one, or run postern init with this one`);
  }
  if (isMissing(settings)) refuse(`The store of ${data} is gone: put it back, or run postern init to begin anew`);
}

function refuse(message: string): never {
  throw new Refusal(message, Exit.failed);
}

function storeMarked(data: string): unknown {
  try {
    return (JSON.parse(readFileSync(marker(data), "utf8")) as { store?: unknown }).store;
  } catch {
    return undefined;
  }
}

/** What an `init` that was cut short may have left. */
const isOurs = (data: string): boolean => readdirSync(data).every((name) => name === "store" || name === "blobs");
