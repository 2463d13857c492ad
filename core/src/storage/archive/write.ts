import { type FileHandle, link, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "../plain/process-start.ts";
import { portionsOf } from "./copy.ts";
import { type BackupCounts, createBackupWriter } from "./file.ts";
import type { StoreView } from "./view.ts";

/**
 * Writes one moment of the store into a file of the folder, while commits go on; what large values the records name was
 * written before them, so it is there. The file takes its name only when all of it is on the disk; a name that is taken
 * is `EEXIST`, and what else fails is the file system's own error.
 */
export async function writeBackup(
  view: StoreView,
  folder: string,
  name: string,
  about: { version: string; now: number; signal?: AbortSignal },
): Promise<BackupCounts & { bytes: number; damaged: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${name}.${process.pid}.${Math.random().toString(36).slice(2)}`);
  try {
    const file = await open(unfinished, "wx", 0o600);
    const counts = await write(view, file, about).finally(() => file.close());
    // Unlike a rename, a link replaces nothing.
    await link(unfinished, join(folder, name));
    await syncFolder(folder);
    return counts;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Removes what backups that were cut short have left in the folder; one that is being written stays. */
export async function sweepBackups(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let gone = 0;
  for (const name of names) {
    const [, pid] = /^\..+\.(\d+)\.[a-z0-9]+$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(folder, name), { force: true });
    gone++;
  }
  return gone;
}

async function write(
  view: StoreView,
  file: FileHandle,
  { version, now, signal }: { version: string; now: number; signal?: AbortSignal },
): Promise<BackupCounts & { bytes: number; damaged: number }> {
  const snapshot = await view.snapshot();
  let damaged = 0;
  try {
    const writer = await createBackupWriter(file, { createdAt: now, version, number: snapshot.number });
    for await (const portion of portionsOf(snapshot)) {
      signal?.throwIfAborted();
      damaged += portion.damaged.length;
      for (const { key, value } of portion.entries) await writer.record(key, value);
    }
    for (const name of await view.blobs.getKeys()) {
      signal?.throwIfAborted();
      const value: unknown = await view.blobs.getItemRaw(name);
      if (value instanceof Uint8Array) await writer.blob(name, value);
    }
    return { ...(await writer.end()), damaged };
  } finally {
    snapshot.release();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
