import { type StoreDriver, StoreUnavailable } from "@postern/core/storage";
import { Exit, Refusal } from "./exit.ts";
import { importPackage } from "./packages.ts";
import { type Placed, readStore, URL_LIKE } from "./store.ts";

const OURS: Readonly<Record<string, string>> = {
  memory: "@postern/storage-memory",
  lmdb: "@postern/storage-lmdb",
  postgres: "@postern/storage-postgres",
};

/**
 * Opens `lmdb:<path>`, `postgres://…`, `memory`, an unstorage driver, or the driver of an installed package. Our own
 * drivers create a missing store, unless `create` is false. A driver may keep the last commit in `positionFile`.
 */
export async function openStore(settings: Placed, create = true, positionFile?: string): Promise<StoreDriver> {
  const { name, place } = readStore(settings);
  for (const specifier of [OURS[name], `unstorage/drivers/${name}`, name]) {
    const driver = specifier && (await load(specifier));
    if (driver)
      return opened(
        name,
        () => driver({ ...optionsOf(place), create, ...(positionFile && { positionFile }) }) as StoreDriver,
      );
  }
  throw new Refusal(
    `Unknown storage driver "${name}". Use lmdb:<folder>, postgres://<user>@<host>/<database>, memory, fs:<folder> or an installed package.`,
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
    return (await importPackage(specifier)) as { default?: unknown };
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
