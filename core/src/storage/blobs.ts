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
  /** Deletions that have begun: what is written meanwhile could be deleted with the old value. */
  const removals = new Map<string, Promise<void>>();

  async function read(name: string): Promise<Uint8Array | undefined> {
    const raw: unknown = NAME.test(name) ? await storage.getItemRaw(place(name)) : undefined;
    return raw instanceof Uint8Array && nameOf(raw) === name ? raw : undefined;
  }

  /** Milliseconds since a value was written. NaN if its time of writing is not valid. */
  const ageOf = (key: string, mtime = new Date(0)) => now() - Math.max(written.get(key) ?? 0, mtime.getTime());

  return {
    async write(bytes) {
      const name = nameOf(bytes);
      const key = place(name);
      // Another gateway may be about to delete an old value that no record names yet, so it is written again.
      if ((await read(name)) && ageOf(key, (await storage.getMeta(key)).mtime) < HOUR / 2) return name;
      while (removals.has(key)) await removals.get(key);
      written.set(key, now());
      await storage.setItemRaw(key, bytes);
      return name;
    },
    read,
    async size(name) {
      const { size } = NAME.test(name) ? await storage.getMeta(place(name)) : {};
      return typeof size === "number" ? size : (await read(name))?.byteLength;
    },
    async sweep(isNamed) {
      let gone = 0;
      for (const key of await storage.getKeys(group)) {
        const name = key.slice(key.lastIndexOf(":") + 1);
        // The age last: it is a request of its own in some storages. No write can begin between it and the deletion.
        if (!NAME.test(name) || (await isNamed(name)) || !(ageOf(key, (await storage.getMeta(key)).mtime) >= HOUR))
          continue;
        removals.set(key, storage.removeItem(key));
        await removals.get(key)?.finally(() => removals.delete(key) && written.delete(key));
        gone++;
      }
      return gone;
    },
  };
}

const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
