import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { type StoreDriver, StoreUnavailable } from "@postern/core/storage";
import { Exit, Refusal } from "./exit.ts";
import type { Settings } from "./settings.ts";

/** A store and the data folder that its path is relative to. */
export type Placed = Pick<Settings, "store" | "data">;

const OURS: Readonly<Record<string, string>> = { memory: "@postern/storage-memory", lmdb: "@postern/storage-lmdb" };
const NAME = /^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/;
const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//;
export const DEFAULT_STORE = "lmdb:store";

/** Whether the store is lost when the process ends. */
export const isInMemory = ({ store }: Pick<Settings, "store">): boolean => /^memory(:|$)/.test(store ?? "");

/** Opens `lmdb:<path>`, `memory`, an unstorage driver, or the driver of an installed package. */
export async function openStore(settings: Placed): Promise<StoreDriver> {
  const { name, place } = readStore(settings);
  for (const specifier of [OURS[name], `unstorage/drivers/${name}`, name]) {
    const driver = specifier && (await load(specifier));
    if (driver) return opened(name, () => driver(optionsOf(place)) as StoreDriver);
  }
  throw new Refusal(
    `Unknown storage driver "${name}". Use lmdb:<folder>, memory, fs:<folder> or an installed package.`,
  );
}

function opened(name: string, open: () => StoreDriver): StoreDriver {
  try {
    return open();
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    throw new Refusal(
      `The storage driver ${name} refuses to open the store: ${(error as Error).message}. Give its path or URL as --store ${name}:<path or URL>.`,
      Exit.failed,
    );
  }
}

/** Identifies a store without revealing a password in its URL, and independent of where the data folder is. */
export function fingerprintOf(settings: Placed): string {
  const { name, place } = readStore(settings);
  const path = isAbsolute(place) ? relative(settings.data, place) : place;
  return createHash("sha256").update(`${name}:${path}`).digest("hex").slice(0, 16);
}

/** The name of a store in messages, without a password in its URL. */
export function shownStore(settings: Placed): string {
  const { name, place } = readStore(settings);
  if (place === "") return name;
  return `${name}:${URL_LIKE.test(place) ? place.replace(/\/\/[^/]*@/, "//") : place}`;
}

/** Whether the embedded store does not exist. Always false for other drivers. */
export function isMissing(settings: Placed): boolean {
  const { name, place } = readStore(settings);
  return name === "lmdb" && !existsSync(join(place, "data.mdb"));
}

/** A path is relative to the data folder, unless it is absolute; a URL is kept. */
export function readStore({ store = DEFAULT_STORE, data }: Placed): { name: string; place: string } {
  const [name = ""] = store.split(":", 1);
  if (!NAME.test(name)) throw new Refusal("The store must be <driver>:<path or URL>, such as lmdb:/var/lib/postern");
  const place = store.slice(name.length + 1);
  if (name === "lmdb" && place === "") throw new Refusal("The lmdb store requires a folder: lmdb:<folder>");
  return { name, place: place === "" || URL_LIKE.test(place) ? place : resolve(data, place) };
}

/** File drivers take their folder as `base` or `path`, server drivers take a URL. */
function optionsOf(place: string): Record<string, unknown> {
  if (place === "") return {};
  return URL_LIKE.test(place) ? { url: place } : { path: place, base: place };
}

type Factory = (options: object) => unknown;

async function load(specifier: string): Promise<Factory | undefined> {
  const loaded = await moduleOf(specifier);
  if (!loaded || typeof loaded.default === "function") return loaded?.default as Factory | undefined;
  throw new Refusal(`The package ${specifier} is not a storage driver: it has no default export that is a function`);
}

async function moduleOf(specifier: string): Promise<{ default?: unknown } | undefined> {
  try {
    return (await import(specifier)) as { default?: unknown };
  } catch (error) {
    const { code, message = "" } = Object(error) as { code?: string; message?: string };
    if (code === "ERR_PACKAGE_PATH_NOT_EXPORTED") return undefined;
    const [missing = ""] = message.split(" imported from ");
    if (code === "ERR_MODULE_NOT_FOUND" && missing.includes(specifier)) return undefined;
    // The driver exists, but is not valid, or a package it requires is not installed.
    const reason = code === "ERR_MODULE_NOT_FOUND" ? missing : message;
    throw new Refusal(`The storage driver ${specifier} cannot be loaded: ${reason}`);
  }
}
