import { eachOf } from "./each-of.ts";
import { ensureHead } from "./ensure-head.ts";
import { readText, removeFile } from "./files.ts";
import { type Head, readHead, writeHead } from "./head.ts";
import { LostKey } from "./lost-key.ts";
import { opened } from "./seal.ts";
import { isRemoved } from "./tombstone.ts";
import { createInstallation, type SecretFile, type VaultFolder } from "./vault-folder.ts";
import { removeUnusedKeys, writeSealed } from "./write.ts";

/** The result of a rotation of the key. */
export interface Rotated {
  /** Number of secrets encrypted with the new key. */
  readonly secrets: number;
  /** Number of secrets whose key is lost or whose file is damaged; they are not changed. */
  readonly unreadable: number;
  readonly keyIn: Head["keyIn"];
  /** Hosts that do not have the new key yet. Until they do, the former key is used, and no secret was changed. */
  readonly waitingFor?: string[];
  /** Name of the file of the new key, if hosts wait for it. */
  readonly keyFile?: string;
}

/**
 * Creates a new key, encrypts all secrets with it and removes the old key. The new key is stored first, then named in
 * the head; from then on new secrets use it, and older ones stay readable with the old key until they are moved. A
 * rotation may therefore be interrupted at any point and run in several processes concurrently.
 */
export async function rotate(folder: VaultFolder): Promise<Rotated> {
  const found = await folder.headIfAny().catch(() => null);
  // If there is no vault yet, its first key is already new, even if another process creates it first.
  if (found === undefined) return reseal(folder, [(await ensureHead(folder)).key]);
  const before = found ?? undefined;
  // Fails if the key's place cannot be used at the moment, but continues if the key is permanently lost.
  if (before) await folder.currentKey(before).catch(ignoreLostKey);
  const head = await folder.newHead(before?.installation ?? createInstallation(), before?.keyIn);
  await writeHead(folder.path, head);
  return reseal(folder, before ? [before.key, head.key] : [head.key]);
}

/** Resumes an interrupted rotation. Returns whether there was one. */
export async function resume(folder: VaultFolder): Promise<boolean> {
  const head = await readHead(folder.path);
  if (!head || !(await folder.files()).some(({ key }) => key !== head.key)) return false;
  await reseal(folder, []);
  return true;
}

async function reseal(folder: VaultFolder, retired: readonly string[]): Promise<Rotated> {
  const before = new Set(retired);
  let unreadable = 0;
  await eachOf(await folder.files(), async (file) => {
    // Read for each file, because another process may have rotated the key meanwhile.
    const head = await folder.head();
    if (file.key === head.key) return;
    if (await move(folder, file, head)) before.add(file.key);
    else unreadable++;
  });
  await removeUnusedKeys(folder, before);
  const { keyIn } = await folder.head();
  return { secrets: (await folder.files()).length - unreadable, unreadable, keyIn };
}

/** Returns whether the secret was moved to the current key or is gone. Other processes may move files concurrently. */
async function move(folder: VaultFolder, { id, key }: SecretFile, head: Head): Promise<boolean> {
  const sealed = await readText(folder.pathOf(id, key));
  if (sealed === undefined) return true;
  const from = await folder.keyOf(key, head).catch(() => undefined);
  const secret = from && opened(from, id, sealed);
  if (secret === undefined) return (await readText(folder.pathOf(id, key))) === undefined;
  const to = await writeSealed(folder, id, secret);
  if (to !== key) await removeFile(folder.pathOf(id, key));
  if (await isRemoved(folder, id)) await removeFile(folder.pathOf(id, to));
  return true;
}

function ignoreLostKey(error: unknown): void {
  if (!(error instanceof LostKey)) throw error;
}
