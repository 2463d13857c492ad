import { isAbsolute, resolve } from "node:path";
import type { StoreDriver } from "@postern/core/storage";
import { UsageError } from "./exit.ts";
import { defaultStore, type Settings } from "./settings.ts";

const OURS: Readonly<Record<string, string>> = { memory: "@postern/storage-memory", lmdb: "@postern/storage-lmdb" };
const NAME = /^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/;

/** Whether the store is gone with the process. */
export const isInMemory = ({ store }: Pick<Settings, "store">): boolean => store?.startsWith("memory") ?? false;

/** Opens what `store` names: `lmdb:<path>`, `memory:`, a driver of unstorage, or one of an installed package. */
export async function openStore({ store, data }: Pick<Settings, "store" | "data">): Promise<StoreDriver> {
  const named = store ?? defaultStore(data);
  const colon = named.indexOf(":");
  const name = colon < 0 ? named : named.slice(0, colon);
  const place = colon < 0 ? "" : named.slice(colon + 1);
  if (!NAME.test(name)) throw new UsageError(`--store reads <driver>:<path or URL>, not ${JSON.stringify(named)}`);
  for (const specifier of [OURS[name], `unstorage/drivers/${name}`, name]) {
    if (specifier === undefined) continue;
    const driver = await load(specifier);
    if (driver) return driver(optionsFor(place, data)) as StoreDriver;
  }
  throw new UsageError(`There is no storage driver ${name}; try lmdb:<folder>, memory: or fs:<folder>`);
}

/** A URL goes to the drivers that take one; anything else is a path, below the data folder unless it is absolute. */
function optionsFor(place: string, data: string): Record<string, unknown> {
  if (place === "") return {};
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(place)) return { url: place };
  const path = isAbsolute(place) ? place : resolve(data, place);
  return { path, base: path };
}

async function load(specifier: string): Promise<((options: object) => unknown) | undefined> {
  try {
    const loaded = (await import(specifier)) as { default?: unknown };
    return typeof loaded.default === "function" ? (loaded.default as (options: object) => unknown) : undefined;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ERR_MODULE_NOT_FOUND" || code === "ERR_PACKAGE_PATH_NOT_EXPORTED") return undefined;
    throw error;
  }
}
