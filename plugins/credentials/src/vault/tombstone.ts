import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readText, removeFile, writeAtomically } from "./files.ts";
import type { VaultFolder } from "./vault-folder.ts";

/** Longer than a rotation takes between reading a secret and writing it with another key. */
const KEPT = 60 * 60 * 1000;
const NAME = /^((?:sec|seal)_[0-9a-f]{24})\.gone$/;
/** Temporary files of interrupted writes. */
const UNFINISHED = /^\.[0-9a-f]{16}\.new$/;

const pathOf = ({ path }: VaultFolder, id: string) => join(path, `${id}.gone`);

/** Marks a secret as removed before its file is, so that a concurrent rotation does not restore it. */
export const markRemoved = (folder: VaultFolder, id: string): Promise<void> => writeAtomically(pathOf(folder, id), "");

export const isRemoved = async (folder: VaultFolder, id: string): Promise<boolean> =>
  (await readText(pathOf(folder, id))) !== undefined;

/** Removes all files of a secret. */
export async function removeFilesOf(folder: VaultFolder, id: string): Promise<void> {
  // The second pass finds a file that was meanwhile written with another key.
  for (let pass = 0; pass < 2; pass++)
    for (const file of await folder.files()) if (file.id === id) await removeFile(folder.pathOf(id, file.key));
}

/** Removes old markers and temporary files. */
export async function removeLeftovers(folder: VaultFolder, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder.path).catch(() => [])) {
    const id = NAME.exec(name)?.[1];
    if (id === undefined && !UNFINISHED.test(name)) continue;
    const path = join(folder.path, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || now - found.mtimeMs < KEPT) continue;
    if (id !== undefined) await removeFilesOf(folder, id);
    await removeFile(path);
  }
}
