import { createHash } from "node:crypto";
import { type BlobStorage, StoreUnavailable } from "@postern/core/storage";
import { linkFault, openBlobFiles } from "./blob-files.ts";
import { readBlobPlace } from "./blob-place.ts";
import { Exit, Refusal } from "./exit.ts";
import { importPackage } from "./packages.ts";
import type { Settings } from "./settings.ts";

/** The settings that decide where large values are. */
export type BlobSettings = Pick<Settings, "data" | "store" | "blobs" | "blobKey" | "blobRegion">;

/** Large values that are closed when they are no longer used. */
export interface OpenBlobs extends BlobStorage {
  dispose(): Promise<void>;
}

const PACKAGES = { s3: "@postern/storage-s3", postgres: "@postern/storage-postgres/blobs" } as const;

/**
 * Opens the large values in the settings. A driver is loaded and connects at the first use, because most commands use no
 * large value. Refuses a setting that is not valid.
 */
export function openBlobs(settings: BlobSettings): OpenBlobs {
  const place = readBlobPlace(settings);
  if (place.kind === "files") return { ...openBlobFiles(settings), dispose: async () => {} };
  let opened: Promise<OpenBlobs> | undefined;
  const open = () => {
    opened ??= load(place.kind as keyof typeof PACKAGES, optionsOf(settings));
    return opened;
  };
  return {
    getItemRaw: async (key) => (await open()).getItemRaw(key),
    setItemRaw: async (key, value) => (await open()).setItemRaw(key, value),
    removeItem: async (key) => (await open()).removeItem(key),
    getKeys: async (base) => (await open()).getKeys(base),
    getMeta: async (key) => (await open()).getMeta(key),
    dispose: async () => (await opened?.catch(() => undefined))?.dispose(),
  };
}

/** Runs work with the large values in the settings, and closes them. An error of their driver ends the command. */
export async function withBlobs<T>(settings: BlobSettings, work: (blobs: BlobStorage) => Promise<T>): Promise<T> {
  const blobs = openBlobs(settings);
  try {
    return await work(blobs);
  } catch (error) {
    throw error instanceof StoreUnavailable ? new Refusal(error.message, Exit.failed) : error;
  } finally {
    await blobs.dispose();
  }
}

/** Reads a value that does not exist. Refuses a place that cannot be reached, before anything is changed. */
export const assertReachable = (settings: BlobSettings): Promise<unknown> =>
  withBlobs(settings, (blobs) => blobs.getItemRaw(`postern:00:${"0".repeat(64)}`));

function optionsOf(settings: BlobSettings): object {
  const { kind, url } = readBlobPlace(settings);
  const { blobKey, blobRegion: region } = settings;
  if (kind !== "s3") return { url };
  if (blobKey === undefined)
    throw new StoreUnavailable(
      "failed",
      "Large values in S3 require an access key. Set POSTERN_S3_ACCESS_KEY_ID and POSTERN_S3_SECRET_ACCESS_KEY.",
    );
  return { url, ...blobKey, ...(region !== undefined && { region }) };
}

async function load(kind: keyof typeof PACKAGES, options: object): Promise<OpenBlobs> {
  const specifier: string = PACKAGES[kind];
  const driver = (await importPackage(specifier)) as { openBlobs(options: object): OpenBlobs };
  try {
    return driver.openBlobs(options);
  } catch (error) {
    // A driver explains what is wrong with the URL.
    throw new StoreUnavailable("failed", `blobs is not valid: ${(error as Error).message}`);
  }
}

/** The kernel's names of large values: the group, two digits, and the SHA-256 digest of the value. */
const NAME = /^[a-z][a-z0-9_-]*:([0-9a-f]{2}):\1[0-9a-f]{62}$/;

/** Why an untrusted large value cannot be written; undefined if it can. */
export async function blobFault(settings: BlobSettings, name: string, value: Uint8Array): Promise<string | undefined> {
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not a valid name of a large value, such as audio:0f:0f3c…`;
  // Otherwise it could replace an existing value.
  if (!isComplete(name, value)) return `the content of ${name} does not match the digest in its name`;
  return readBlobPlace(settings).kind === "files" ? linkFault(settings, name) : undefined;
}

/** Whether a value is what its name says. */
export const isComplete = (name: string, value: Uint8Array): boolean =>
  name.endsWith(createHash("sha256").update(value).digest("hex"));
