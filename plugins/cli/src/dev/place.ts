import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreDriver } from "@postern/core/storage";
import type { GlobalFlags } from "../args.ts";
import { isInitialised, prepareFolder } from "../data-folder.ts";
import { Refusal } from "../exit.ts";
import type { Settings } from "../settings.ts";
import { isInMemory, openStore } from "../store.ts";

/** Where a gateway in development keeps its records. */
export interface Place {
  readonly data: string;
  /** Whether nothing was kept here before: there is no key yet. */
  readonly isNew: boolean;
  /** The settings of a gateway here. */
  settle(settings: Settings): Settings;
  /** The store in memory, which all gateways of one run share; undefined where each opens the store of the folder. */
  readonly store: StoreDriver | undefined;
  /** Removes what is not to be kept. */
  remove(): void;
}

/**
 * A store in memory and a folder of its own, both gone at the end, unless a flag names the data folder. Neither the
 * environment nor a configuration does: the gateway that a user works with is not one to try a plugin on.
 */
export async function openPlace(settings: Settings, { data: named, store }: GlobalFlags): Promise<Place> {
  if (named === undefined) {
    if (store !== undefined && !isInMemory({ store }))
      throw new Refusal("Give --data with --store: the folder to keep");
    const data = mkdtempSync(join(tmpdir(), "postern-dev-"));
    const settle = (given: Settings): Settings => ({ ...given, data, store: "memory" });
    return {
      ...{ data, settle, isNew: true, store: await openStore(settle(settings)) },
      remove: () => rmSync(data, { recursive: true, force: true }),
    };
  }
  const { data } = settings;
  const settle = (given: Settings): Settings => {
    const { store: _, ...rest } = given;
    return { ...rest, data, ...(store !== undefined && { store }) };
  };
  const placed = settle(settings);
  if (isInMemory(placed)) throw new Refusal("A store in memory keeps nothing: leave --data away");
  const isNew = !isInitialised(placed);
  if (isNew) prepareFolder(placed);
  return { data, settle, isNew, store: undefined, remove() {} };
}
