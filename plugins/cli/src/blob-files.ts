import { createHash, randomUUID } from "node:crypto";
import { lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createStorage, type Storage } from "unstorage";
import files from "unstorage/drivers/fs-lite";
import type { Settings } from "./settings.ts";

/** The kernel's names of large values: the group, two digits, and the SHA-256 digest of the value. */
const NAME = /^[a-z][a-z0-9_-]*:([0-9a-f]{2}):\1[0-9a-f]{62}$/;

const folderOf = ({ data }: Pick<Settings, "data">): string => join(data, "blobs");

/** The large values of a data folder, each in a file with mode 0600 that is renamed into place when it is complete. */
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

/** Why an untrusted large value cannot be written into the data folder; undefined if it can. */
export async function blobFault(
  settings: Pick<Settings, "data">,
  name: string,
  value: Uint8Array,
): Promise<string | undefined> {
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not a valid name of a large value, such as audio:0f:0f3c…`;
  // Otherwise it could replace an existing value.
  if (!name.endsWith(createHash("sha256").update(value).digest("hex")))
    return `the content of ${name} does not match the digest in its name`;
  let path = settings.data;
  for (const part of ["blobs", ...name.split(":")]) {
    path = join(path, part);
    const found = await lstat(path).catch(() => undefined);
    if (!found) return undefined;
    if (found.isSymbolicLink()) return `${path} is a symbolic link, which may point outside ${folderOf(settings)}`;
  }
  return undefined;
}
