import { createHash } from "node:crypto";
import type { MaybePromise } from "./after.ts";

/**
 * Where large values lie: what is used of unstorage's `Storage`, which fits. Spelled out here, because the declarations
 * of unstorage lead to those of a dozen services that nobody has installed.
 */
export interface BlobStorage {
  getItemRaw(key: string): Promise<unknown>;
  setItemRaw(key: string, value: Uint8Array): Promise<void>;
  removeItem(key: string): Promise<void>;
  /** The keys below `base`, in full. */
  getKeys(base?: string): Promise<string[]>;
  /** Bytes, and when it was written, where the driver knows. */
  getMeta(key: string): MaybePromise<{ readonly size?: unknown; readonly mtime?: Date | undefined }>;
}

/** Large values beside the records: sound, files, attachments. Named by what they hold, so writing twice is writing once. */
export interface Blobs {
  /** Writes the bytes and answers their name, for the record that will name them. Durable as the blob driver is. */
  write(bytes: Uint8Array): Promise<string>;
  /** The bytes under a name; undefined when there are none, or when what is there is not what was written. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Bytes. */
  size(name: string): Promise<number | undefined>;
  /** Removes what no record names any more; what is younger than an hour may yet be named, and stays. Answers how many went. */
  sweep(isNamed: (name: string) => boolean | Promise<boolean>): Promise<number>;
}

const HOUR = 60 * 60 * 1000;
const NAME = /^[0-9a-f]{64}$/;

/** The blobs of one group: no plugin reads or sweeps another's. */
export function blobsOf(storage: BlobStorage, group: string, now: () => number): Blobs {
  const place = (name: string) => `${group}:${name.slice(0, 2)}:${name}`;
  const written = new Map<string, number>();

  async function read(name: string): Promise<Uint8Array | undefined> {
    if (!NAME.test(name)) return undefined;
    const raw: unknown = await storage.getItemRaw(place(name));
    if (!(raw instanceof Uint8Array)) return undefined;
    return nameOf(raw) === name ? raw : undefined;
  }

  return {
    async write(bytes) {
      const name = nameOf(bytes);
      written.set(name, now());
      if (!(await read(name))) await storage.setItemRaw(place(name), bytes);
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
        if (!NAME.test(name)) continue;
        const meta = await storage.getMeta(key);
        const at = Math.max(written.get(name) ?? 0, meta.mtime ? new Date(meta.mtime).getTime() : 0);
        if (now() - at < HOUR || (await isNamed(name))) continue;
        await storage.removeItem(key);
        written.delete(name);
        gone++;
      }
      return gone;
    },
  };
}

const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
