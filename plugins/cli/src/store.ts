import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { StoreDriver } from "@postern/core/storage";
import { Refusal } from "./exit.ts";
import type { Settings } from "./settings.ts";

/** A store and the data folder that its path is meant below. */
export type Placed = Pick<Settings, "store" | "data">;

const OURS: Readonly<Record<string, string>> = { memory: "@postern/storage-memory", lmdb: "@postern/storage-lmdb" };
const NAME = /^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/;
const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//;
const DEFAULT_STORE = "lmdb:store";

/** Whether the store is gone with the process. */
export const isInMemory = ({ store }: Pick<Settings, "store">): boolean => /^memory(:|$)/.test(store ?? "");

/** Opens what `store` names: `lmdb:<path>`, `memory`, a driver of unstorage, or one of an installed package. */
export async function openStore(settings: Placed): Promise<StoreDriver> {
  const { name, place } = readStore(settings);
  for (const specifier of [OURS[name], `unstorage/drivers/${name}`, name]) {
    const driver = specifier && (await load(specifier));
    if (driver) return driver(optionsOf(place)) as StoreDriver;
  }
  throw new Refusal(`There is no storage driver ${name}; try lmdb:<folder>, memory or fs:<folder>`);
}

/** Names a store without giving away a password in its URL, and so that a data folder can be moved as a whole. */
export function fingerprintOf(settings: Placed): string {
  const { name, place } = readStore(settings);
  const path = isAbsolute(place) ? relative(settings.data, place) : place;
  return createHash("sha256").update(`${name}:${path}`).digest("hex").slice(0, 16);
}

/** Whether nothing is where the embedded store should be. Of other stores only their drivers know. */
export function isMissing(settings: Placed): boolean {
  const { name, place } = readStore(settings);
  return name === "lmdb" && !existsSync(join(place, "data.mdb"));
}

/** A path is meant below the data folder, unless it is absolute; a URL stays as it is. */
export function readStore({ store = DEFAULT_STORE, data }: Placed): { name: string; place: string } {
  const [name = ""] = store.split(":", 1);
  if (!NAME.test(name)) throw new Refusal("A store reads <driver>:<path or URL>, like lmdb:/var/lib/postern");
  const place = store.slice(name.length + 1);
  if (name === "lmdb" && place === "") throw new Refusal("The store lmdb needs a folder: lmdb:<folder>");
  return { name, place: place === "" || URL_LIKE.test(place) ? place : resolve(data, place) };
}

/** Drivers of files call their folder `base` or `path`, those of servers take a URL. */
function optionsOf(place: string): Record<string, unknown> {
  if (place === "") return {};
  return URL_LIKE.test(place) ? { url: place } : { path: place, base: place };
}

async function load(specifier: string): Promise<((options: object) => unknown) | undefined> {
  try {
    const loaded = (await import(specifier)) as { default?: unknown };
    return typeof loaded.default === "function" ? (loaded.default as (options: object) => unknown) : undefined;
  } catch (error) {
    const { code, message = "" } = error as { code?: string; message?: string };
    if (code === "ERR_PACKAGE_PATH_NOT_EXPORTED") return undefined;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    const [missing = ""] = message.split(" imported from ");
    if (missing.includes(specifier)) return undefined;
    // The driver is there, but the package that it drives is not.
    throw new Refusal(`The storage driver ${specifier} is not complete: ${missing}`);
  }
}
