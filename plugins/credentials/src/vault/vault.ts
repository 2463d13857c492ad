import { BackendTrouble, SecretDamaged, type Trouble } from "../backends/backend.ts";
import type { Keychain } from "../keychain/keychain.ts";
import { eachOf } from "./each-of.ts";
import { ensureHead } from "./ensure-head.ts";
import { readText } from "./files.ts";
import { type Head, readHead } from "./head.ts";
import type { VaultLocation } from "./location.ts";
import { type Rotated, resume, rotate } from "./reseal.ts";
import { opened, unseal } from "./seal.ts";
import { isRemoved, markRemoved, removeFilesOf, removeLeftovers } from "./tombstone.ts";
import { openVaultFolder, type SecretFile, type VaultFolder } from "./vault-folder.ts";
import { writeSealed } from "./write.ts";

/**
 * Secrets in a folder, each in a file named by its id and the key that encrypts it. Files are written atomically and
 * never changed, and the name of the current key is read for each write. Several processes may therefore write
 * concurrently, even while one of them rotates the key, and a crash leaves every secret readable.
 */
export interface Vault {
  /** Returns undefined if there is no such secret. Throws SecretDamaged or BackendTrouble. */
  read(id: string): Promise<string | undefined>;
  /** Whether there is a file of this secret, readable or not. */
  has(id: string): Promise<boolean>;
  /** The ids of all secrets. */
  ids(): Promise<string[]>;
  /** Whether a secret of this id was removed less than about an hour ago: until then, it cannot be written again. */
  wasRemoved(id: string): Promise<boolean>;
  write(id: string, secret: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Why it cannot be used; undefined if it works or is still empty. */
  trouble(): Promise<Trouble | undefined>;
  /** Where its key is stored; undefined if there is no key yet or that is unknown. */
  keyIn(): Promise<Head["keyIn"] | undefined>;
  /** The number of secrets, and how many of them cannot be read. */
  count(): Promise<{ secrets: number; unreadable: number }>;
  /** Encrypts all secrets with a new key and removes the old key. */
  rotate(): Promise<Rotated>;
  /** Removes leftovers and resumes an interrupted rotation. Returns whether there was one. */
  resume(): Promise<boolean>;
}

export function openVault(location: VaultLocation, keychain: Keychain): Vault {
  const folder = openVaultFolder(location, keychain);
  return {
    async read(id) {
      for (let attempt = 1; ; attempt++) {
        // If vault.json is damaged, the key is found by the name of the file.
        const head = await readHead(folder.path).catch(() => undefined);
        const file = await fileOf(folder, id, head);
        if (!file && attempt > 1) return undefined;
        try {
          if (file) return await open(folder, file, head);
        } catch (error) {
          // If the file is gone, the secret was meanwhile moved to another key.
          if ((await readText(folder.pathOf(id, file?.key ?? ""))) !== undefined) throw error;
        }
      }
    },
    has: async (id) => (await folder.files()).some((file) => file.id === id),
    ids: async () => [...new Set((await folder.files()).map(({ id }) => id))],
    wasRemoved: (id) => isRemoved(folder, id),
    async write(id, secret) {
      await ensureHead(folder);
      await writeSealed(folder, id, secret);
    },
    async remove(id) {
      if (!(await folder.files()).some((file) => file.id === id)) return;
      await markRemoved(folder, id);
      await removeFilesOf(folder, id);
    },
    async trouble() {
      try {
        if (await folder.headIfAny()) await folder.withCurrentKey(async () => {});
        else if (folder.places.length === 0) return { reason: "no place is configured for its key" };
        return undefined;
      } catch (error) {
        if (error instanceof BackendTrouble) return error;
        throw error;
      }
    },
    keyIn: async () => (await readHead(folder.path).catch(() => undefined))?.keyIn,
    async count() {
      const head = await readHead(folder.path).catch(() => undefined);
      const files = await folder.files();
      let unreadable = 0;
      await eachOf(files, async ({ id, key }) => {
        const sealed = await readText(folder.pathOf(id, key));
        const found = await folder.keyOf(key, head).catch(() => undefined);
        if (sealed !== undefined && (found && opened(found, id, sealed)) === undefined) unreadable++;
      });
      return { secrets: files.length, unreadable };
    },
    rotate: () => rotate(folder),
    async resume() {
      await removeLeftovers(folder);
      return resume(folder);
    },
  };
}

async function fileOf(folder: VaultFolder, id: string, head: Head | undefined): Promise<SecretFile | undefined> {
  if (head && (await readText(folder.pathOf(id, head.key))) !== undefined) return { id, key: head.key };
  return (await folder.files()).find((file) => file.id === id);
}

async function open(folder: VaultFolder, { id, key: name }: SecretFile, head: Head | undefined): Promise<string> {
  const sealed = await readText(folder.pathOf(id, name));
  const key = head?.key === name ? await folder.currentKey(head) : await folder.keyOf(name, head);
  if (!key || sealed === undefined) throw new SecretDamaged("the key that encrypts it is lost");
  return unseal(key, id, sealed);
}
