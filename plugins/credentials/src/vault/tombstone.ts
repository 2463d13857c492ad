import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readText, removeFile, writeWhole } from "./files.ts";
import type { Room } from "./room.ts";

/** Longer than anybody who read a secret before takes to write it back under another key. */
const KEPT = 60 * 60 * 1000;
const NAME = /^((?:sec|seal)_[0-9a-f]{24})\.gone$/;
/** What a write that was cut short has left. */
const UNFINISHED = /^\.[0-9a-f]{16}\.new$/;

const pathOf = ({ folder }: Room, id: string) => join(folder, `${id}.gone`);

/** Says that a secret is removed, before it is: whoever moves it to another key at that moment looks here afterwards. */
export const bury = (room: Room, id: string): Promise<void> => writeWhole(pathOf(room, id), "");

export const isBuried = async (room: Room, id: string): Promise<boolean> =>
  (await readText(pathOf(room, id))) !== undefined;

/** Removes what a secret has left. */
export async function removeFilesOf(room: Room, id: string): Promise<void> {
  // A second look finds what was moved to another key meanwhile.
  for (let look = 0; look < 2; look++)
    for (const file of await room.files()) if (file.id === id) await removeFile(room.pathOf(id, file.key));
}

/** Removes, after their time, marks of what was removed and what was never finished. */
export async function tidy(room: Room, now = Date.now()): Promise<void> {
  for (const name of await readdir(room.folder).catch(() => [])) {
    const id = NAME.exec(name)?.[1];
    if (id === undefined && !UNFINISHED.test(name)) continue;
    const path = join(room.folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || now - found.mtimeMs < KEPT) continue;
    if (id !== undefined) await removeFilesOf(room, id);
    await removeFile(path);
  }
}
