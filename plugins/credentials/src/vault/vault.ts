import { BackendTrouble, SecretDamaged, type Trouble } from "../backends/backend.ts";
import type { Keychain } from "../keychain/keychain.ts";
import { begin } from "./begin.ts";
import { eachOf } from "./each-of.ts";
import { readText, removeFile, writeWhole } from "./files.ts";
import { type Head, readHead } from "./head.ts";
import { type Rotated, resume, rotate } from "./reseal.ts";
import { openRoom, type Room, type SecretFile } from "./room.ts";
import { opened, seal, unseal } from "./seal.ts";
import { bury, removeFilesOf, tidy } from "./tombstone.ts";
import type { Where } from "./where.ts";

/**
 * Secrets in a folder, a file each, named by its id and by the key that it is sealed with. Files are written whole and
 * never changed, and the name of the present key is read anew for each write: so several processes may write at a
 * time, also while one of them changes the key, and a crash leaves nothing that cannot be read.
 */
export interface Vault {
  /** Undefined where there is none. Throws SecretDamaged or BackendTrouble. */
  read(id: string): Promise<string | undefined>;
  write(id: string, secret: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** What keeps it from being used; undefined where all is well, or nothing was put into it yet. */
  trouble(): Promise<Trouble | undefined>;
  /** Where its key lies; undefined before there is one, or where that cannot be told. */
  keyIn(): Promise<Head["keyIn"] | undefined>;
  /** How many secrets it holds, and how many of them cannot be read. */
  count(): Promise<{ secrets: number; unreadable: number }>;
  /** Takes a new key and seals all under it; then the old one is gone. */
  rotate(): Promise<Rotated>;
  /** Goes on with what was cut short; answers whether a change of the key was. */
  resume(): Promise<boolean>;
}

export function openVault(where: Where, keychain: Keychain): Vault {
  const room = openRoom(where, keychain);
  return {
    async read(id) {
      for (let look = 1; ; look++) {
        // Where vault.json is damaged, files and keys still know each other by name.
        const head = await readHead(room.folder).catch(() => undefined);
        const file = await fileOf(room, id, head);
        if (!file && look > 1) return undefined;
        try {
          if (file) return await open(room, file, head);
        } catch (error) {
          // Otherwise it has moved to another key meanwhile, and this one may be gone.
          if ((await readText(room.pathOf(id, file?.key ?? ""))) !== undefined) throw error;
        }
      }
    },
    async write(id, secret) {
      for (;;) {
        await begin(room);
        const used = await room.steady(async (head, key) => {
          await writeWhole(room.pathOf(id, head.key), seal(key, id, secret));
          return head.key;
        });
        // The key may have changed while it was written, and then may be gone by now.
        if ((await room.head()).key === used) return;
        await removeFile(room.pathOf(id, used));
      }
    },
    async remove(id) {
      if (!(await room.files()).some((file) => file.id === id)) return;
      await bury(room, id);
      await removeFilesOf(room, id);
    },
    async trouble() {
      try {
        if (await room.headIfAny()) await room.steady(async () => {});
        else if (room.places.length === 0) return { reason: "there is no place for its key" };
        return undefined;
      } catch (error) {
        if (error instanceof BackendTrouble) return error;
        throw error;
      }
    },
    keyIn: async () => (await readHead(room.folder).catch(() => undefined))?.keyIn,
    async count() {
      const head = await readHead(room.folder).catch(() => undefined);
      const files = await room.files();
      let unreadable = 0;
      await eachOf(files, async ({ id, key }) => {
        const sealed = await readText(room.pathOf(id, key));
        const found = await room.keyOf(key, head).catch(() => undefined);
        if (sealed !== undefined && (found && opened(found, id, sealed)) === undefined) unreadable++;
      });
      return { secrets: files.length, unreadable };
    },
    rotate: () => rotate(room),
    async resume() {
      await tidy(room);
      return resume(room);
    },
  };
}

async function fileOf(room: Room, id: string, head: Head | undefined): Promise<SecretFile | undefined> {
  if (head && (await readText(room.pathOf(id, head.key))) !== undefined) return { id, key: head.key };
  return (await room.files()).find((file) => file.id === id);
}

async function open(room: Room, { id, key: name }: SecretFile, head: Head | undefined): Promise<string> {
  const sealed = await readText(room.pathOf(id, name));
  const key = head?.key === name ? await room.presentKey(head) : await room.keyOf(name, head);
  if (!key || sealed === undefined) throw new SecretDamaged("the key that it was sealed with is gone");
  return unseal(key, id, sealed);
}
