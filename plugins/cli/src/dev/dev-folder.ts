import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreDriver } from "@postern/core/storage";
import type { GlobalFlags } from "../args.ts";
import { isInitialised, prepareFolder } from "../data-folder.ts";
import { Refusal } from "../exit.ts";
import { openStore } from "../open-store.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";

/** The data folder and the store of a gateway in development. */
export interface DevFolder {
  readonly data: string;
  /** Whether the folder is new and has no key yet. */
  readonly isNew: boolean;
  /** The settings of a gateway with this folder. */
  resolve(settings: Settings): Settings;
  /** The store in memory, shared by all gateways of one run; undefined if each opens the store of the folder. */
  readonly store: StoreDriver | undefined;
  /** Removes a temporary folder. */
  remove(): void;
}

/**
 * A store in memory and a temporary folder, unless a flag names the data folder. The environment and the configuration
 * are ignored, so that a plugin is not tried out on the user's own gateway.
 */
export async function openDevFolder(
  settings: Settings,
  { data: named, store, blobs }: GlobalFlags,
): Promise<DevFolder> {
  if (named === undefined) {
    if (store !== undefined && !isInMemory({ store }))
      throw new Refusal("--store requires --data, the data folder to use");
    const data = mkdtempSync(join(tmpdir(), "postern-dev-"));
    const resolve = (given: Settings): Settings => ({ ...given, data, store: "memory", blobs: "files" });
    return {
      ...{ data, resolve, isNew: true, store: await openStore(resolve(settings)) },
      remove: () => rmSync(data, { recursive: true, force: true }),
    };
  }
  const { data } = settings;
  const resolve = (given: Settings): Settings => {
    const { store: _, blobs: __, ...rest } = given;
    return { ...rest, data, ...(store !== undefined && { store }), ...(blobs !== undefined && { blobs }) };
  };
  const placed = resolve(settings);
  if (isInMemory(placed)) throw new Refusal("A store in memory is not kept. Remove --data.");
  const isNew = !isInitialised(placed);
  if (isNew) prepareFolder(placed);
  return { data, resolve, isNew, store: undefined, remove() {} };
}
