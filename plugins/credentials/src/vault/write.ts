import { removeFile, writeAtomically } from "./files.ts";
import { seal } from "./seal.ts";
import type { VaultFolder } from "./vault-folder.ts";

/**
 * Encrypts a secret with the current key and returns the name of that key. If the key is rotated meanwhile, encrypts it
 * again: a rotation that read the folder before the file was there may have removed the key.
 */
export async function writeSealed(folder: VaultFolder, id: string, secret: string): Promise<string> {
  for (;;) {
    const used = await folder.withCurrentKey(async (head, key) => {
      await writeAtomically(folder.pathOf(id, head.key), seal(key, id, secret));
      return head.key;
    });
    // If it is still current, a later rotation finds the file.
    if ((await folder.head()).key === used) return used;
    await removeFile(folder.pathOf(id, used));
    // The rotation kept the key if it has seen the file.
    await removeUnusedKeys(folder, [used]);
  }
}

/** Removes those of the keys that are neither current nor needed to read a file. */
export async function removeUnusedKeys(folder: VaultFolder, names: Iterable<string>): Promise<void> {
  const head = await folder.head();
  const used = new Set((await folder.files()).map(({ key }) => key)).add(head.key);
  for (const name of names) {
    if (used.has(name)) continue;
    for (const place of folder.places) await place.remove(head.installation, name).catch(() => {});
  }
}
