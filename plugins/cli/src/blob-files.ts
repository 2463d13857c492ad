import { createHash, randomUUID } from "node:crypto";
import { lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createStorage, type Storage } from "unstorage";
import files from "unstorage/drivers/fs-lite";
import type { Settings } from "./settings.ts";

/** As the kernel names large values: the group, two digits, and the digest of what is in it. */
const NAME = /^[a-z][a-z0-9_-]*:([0-9a-f]{2}):\1[0-9a-f]{62}$/;

const folderOf = ({ data }: Pick<Settings, "data">): string => join(data, "blobs");

/** The large values of a data folder, each in a file for its owner alone, which takes its name when it is whole. */
export function openBlobs(settings: Pick<Settings, "data">): Storage {
  const base = folderOf(settings);
  const driver = files({ base });
  return createStorage({
    driver: {
      ...driver,
      async setItemRaw(key, value: Uint8Array) {
        const path = join(base, ...key.split(":"));
        const unfinished = `${path}.${randomUUID()}`;
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        try {
          await writeFile(unfinished, value, { mode: 0o600, flag: "wx" });
          await rename(unfinished, path);
        } catch (error) {
          await rm(unfinished, { force: true });
          throw error;
        }
      },
    },
  });
}

/** Why a large value, which may come from anywhere, has no place in the data folder; undefined if it has. */
export async function misplaced(
  settings: Pick<Settings, "data">,
  name: string,
  value: Uint8Array,
): Promise<string | undefined> {
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not a name of a large value, like audio:0f:0f3c…`;
  // Else it would take the place of one that is there already.
  if (!name.endsWith(createHash("sha256").update(value).digest("hex")))
    return `${name} does not hold what its name says`;
  let path = settings.data;
  for (const part of ["blobs", ...name.split(":")]) {
    path = join(path, part);
    const found = await lstat(path).catch(() => undefined);
    if (!found) return undefined;
    if (found.isSymbolicLink()) return `${path} is a link, which may lead out of ${folderOf(settings)}`;
  }
  return undefined;
}
