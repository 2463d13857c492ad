import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type BlobStorage, unavailable } from "../storage/index.ts";

const VALUE = /^[0-9a-f]{64}$/;
/** A file that is being written, or that an interrupted write left. */
const UNFINISHED = /^[0-9a-f]{64}\.[0-9a-f-]{36}$/;
const HOUR = 60 * 60 * 1000;

/**
 * Opens the large values in a folder, each in a file with mode 0600 that is renamed into place when it is complete. A
 * value is durable when `setItemRaw` resolves. All gateways on one store must use the same folder.
 */
export function openBlobs({ path }: { readonly path: string }): BlobStorage {
  const base = resolve(path);
  const pathOf = (key: string) => join(base, ...key.split(":"));

  return {
    getItemRaw: (key) => guarded("read a large value", () => ifFound(readFile(pathOf(key)), null)),
    setItemRaw: (key, value) => guarded("write a large value", () => write(pathOf(key), value)),
    removeItem: (key) => guarded("delete a large value", () => rm(pathOf(key), { force: true })),
    getKeys: (group = "") =>
      guarded("list large values", async () => {
        const groups = group === "" ? await namesIn(base) : [group];
        const keys: string[] = [];
        for (const name of groups)
          for (const part of await namesIn(join(base, name)))
            for (const file of await namesIn(join(base, name, part))) {
              if (VALUE.test(file)) keys.push(`${name}:${part}:${file}`);
              if (UNFINISHED.test(file)) await removeOld(join(base, name, part, file));
            }
        return keys;
      }),
    getMeta: (key) =>
      guarded("read a large value", async () => {
        const found = await ifFound(stat(pathOf(key)), undefined);
        return found ? { size: found.size, mtime: found.mtime } : {};
      }),
  };
}

/** The value is on disk before the record that names it is committed. */
async function write(path: string, value: Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const folder = dirname(path);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = await open(unfinished, "wx", 0o600);
    await file
      .writeFile(value)
      .then(() => file.sync())
      .finally(() => file.close());
    await rename(unfinished, path);
    await flush(folder);
    // The names of new folders are in the folders above them.
    for (let above = folder; made !== undefined && above.length >= made.length; above = dirname(above))
      await flush(dirname(above));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Removes what an interrupted write left. A younger file may still be written by another gateway. */
async function removeOld(path: string): Promise<void> {
  const found = await ifFound(stat(path), undefined);
  if (found && Date.now() - found.mtimeMs > HOUR) await rm(path, { force: true });
}

const namesIn = (folder: string): Promise<string[]> => ifFound(readdir(folder), []);

const ABSENT = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

async function ifFound<T, D>(wanted: Promise<T>, otherwise: D): Promise<T | D> {
  try {
    return await wanted;
  } catch (error) {
    if (ABSENT.has(String((error as NodeJS.ErrnoException).code))) return otherwise;
    throw error;
  }
}

/** A file that cannot be read is not a missing one. */
async function guarded<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error, doing);
  }
}
