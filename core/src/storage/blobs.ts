import { createHash } from "node:crypto";
import type { MaybePromise } from "./after.ts";

/**
 * The storage of large values: the part of unstorage's `Storage` that is used. Declared here because unstorage's own
 * declarations import those of a dozen services that are not installed.
 */
export interface BlobStorage {
  getItemRaw(key: string): Promise<unknown>;
  setItemRaw(key: string, value: Uint8Array): Promise<void>;
  removeItem(key: string): Promise<void>;
  /** The full keys below `base`. */
  getKeys(base?: string): Promise<string[]>;
  /** The size in bytes and the time of writing, if the driver knows them. */
  getMeta(key: string): MaybePromise<{ readonly size?: unknown; readonly mtime?: Date | undefined }>;
}

/**
 * Large values outside of records: audio, files, attachments. Named by their content, so that writing twice stores
 * once.
 */
export interface Blobs {
  /** Writes the bytes and returns their name, to be stored in a record. Durable if the blob driver is. */
  write(bytes: Uint8Array): Promise<string>;
  /** The bytes under a name. Undefined if there are none, or if they do not match the name. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** The size in bytes. */
  size(name: string): Promise<number | undefined>;
  /**
   * Deletes blobs that no record names. Blobs younger than an hour are kept, since a record may still be written.
   * Returns how many were deleted.
   */
  sweep(isNamed: (name: string) => boolean | Promise<boolean>): Promise<number>;
}

const HOUR = 60 * 60 * 1000;
const NAME = /^[0-9a-f]{64}$/;

/** The blobs of one group: no plugin can read or sweep those of another. */
export function blobsOf(storage: BlobStorage, group: string, now: () => number): Blobs {
  const place = (name: string) => `${group}:${name.slice(0, 2)}:${name}`;
  const written = new Map<string, number>();

  async function read(name: string): Promise<Uint8Array | undefined> {
    if (!NAME.test(name)) return undefined;
    const raw: unknown = await storage.getItemRaw(place(name));
    return raw instanceof Uint8Array && nameOf(raw) === name ? raw : undefined;
  }

  /** Milliseconds since a value was written. */
  const ageOf = async (key: string) =>
    now() - Math.max(written.get(key) ?? 0, Number(new Date((await storage.getMeta(key)).mtime ?? 0)));

  return {
    async write(bytes) {
      const name = nameOf(bytes);
      const key = place(name);
      // Another gateway may be about to delete an old value that no record names yet, so it is written again.
      if ((await read(name)) && (await ageOf(key)) < HOUR / 2) return name;
      written.set(key, now());
      await storage.setItemRaw(key, bytes);
      return name;
    },
    read,
    async size(name) {
      if (!NAME.test(name)) return undefined;
      const meta = await storage.getMeta(place(name));
      return typeof meta.size === "number" ? meta.size : (await read(name))?.byteLength;
    },
    async sweep(isNamed) {
      let gone = 0;
      for (const key of await storage.getKeys(group)) {
        const name = key.slice(key.lastIndexOf(":") + 1);
        // The age last: it may have been written again meanwhile, and is a request of its own in some storages.
        if (!NAME.test(name) || (await isNamed(name)) || (await ageOf(key)) < HOUR) continue;
        await storage.removeItem(key);
        written.delete(key);
        gone++;
      }
      return gone;
    },
  };
}

const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
