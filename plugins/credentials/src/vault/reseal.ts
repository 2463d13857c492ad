import { begin } from "./begin.ts";
import { eachOf } from "./each-of.ts";
import { readText, removeFile, writeWhole } from "./files.ts";
import { type Head, readHead, writeHead } from "./head.ts";
import { createInstallation, LostKey, type Room, type SecretFile } from "./room.ts";
import { opened, seal } from "./seal.ts";
import { isBuried } from "./tombstone.ts";

/** What a change of the key came to. */
export interface Rotated {
  /** Secrets that lie under the new key. */
  readonly secrets: number;
  /** Those whose key is gone or whose file is damaged: they are left as they are. */
  readonly unreadable: number;
  readonly keyIn: Head["keyIn"];
}

/**
 * Takes a new key, seals everything under it, and removes the old one. First the new key is put into its place, then
 * the head names it: from there on all that is written is written under it, and what lies under the old one can be
 * read until it has moved. So it may be cut short anywhere, and run in two processes at a time.
 */
export async function rotate(room: Room): Promise<Rotated> {
  const found = await room.headIfAny().catch(() => null);
  // Where there is nothing yet, the key that it begins with is new: one of another process, if that is first.
  if (found === undefined) return reseal(room, [(await begin(room)).key]);
  const before = found ?? undefined;
  // A keychain that is locked now would make all that is under its key unreadable; a key that is lost is lost.
  if (before) await room.presentKey(before).catch(passLost);
  const head = await room.freshHead(before?.installation ?? createInstallation(), before?.keyIn);
  await writeHead(room.folder, head);
  return reseal(room, before ? [before.key, head.key] : [head.key]);
}

/** Goes on with a change of the key that was cut short; answers whether there was one. */
export async function resume(room: Room): Promise<boolean> {
  const head = await readHead(room.folder);
  if (!head || !(await room.files()).some(({ key }) => key !== head.key)) return false;
  await reseal(room, []);
  return true;
}

async function reseal(room: Room, retired: readonly string[]): Promise<Rotated> {
  const before = new Set(retired);
  let unreadable = 0;
  await eachOf(await room.files(), async (file) => {
    // Read anew each time: another process may have taken another key meanwhile.
    const head = await room.head();
    if (file.key === head.key) return;
    if (await move(room, file, head)) before.add(file.key);
    else unreadable++;
  });
  const head = await room.head();
  const left = await room.files();
  for (const key of before) {
    if (key === head.key || left.some((file) => file.key === key)) continue;
    for (const place of room.places) await place.remove(head.installation, key).catch(() => {});
  }
  return { secrets: left.length - unreadable, unreadable, keyIn: head.keyIn };
}

/** Answers whether it is under another key now, or gone; whoever else moves files is no trouble. */
async function move(room: Room, { id, key }: SecretFile, head: Head): Promise<boolean> {
  const sealed = await readText(room.pathOf(id, key));
  if (sealed === undefined) return true;
  const from = await room.keyOf(key, head).catch(() => undefined);
  const secret = from && opened(from, id, sealed);
  if (secret === undefined) return (await readText(room.pathOf(id, key))) === undefined;
  const to = await room.steady(async (now, present) => {
    await writeWhole(room.pathOf(id, now.key), seal(present, id, secret));
    return now.key;
  });
  if (to !== key) await removeFile(room.pathOf(id, key));
  if (await isBuried(room, id)) await removeFile(room.pathOf(id, to));
  return true;
}

function passLost(error: unknown): void {
  if (!(error instanceof LostKey)) throw error;
}
