import { type FileHandle, link, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StoreView } from "@postern/core";
import { isRunning } from "@postern/core/process";
import { portionsOf } from "./copy.ts";
import type { BackupCounts } from "./frame.ts";
import type { SignBackup } from "./signature.ts";
import { type BackupSink, createBackupWriter } from "./writer.ts";

/** The content and processing of a backup. */
export interface BackupOptions {
  readonly version: string;
  /** Unix milliseconds. */
  readonly now: number;
  readonly signal?: AbortSignal;
  /** Signs the backup, for example with `signerOf`. */
  readonly sign?: SignBackup;
  /** Encrypts its bytes before they are written. */
  readonly encrypt?: (clear: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>;
}

/**
 * Writes a snapshot of the store to a file in the folder, while commits continue. Blobs named by its records were
 * written before them, so they are included. The file gets its name only when it is completely on disk. An existing
 * name is `EEXIST`; other failures are errors of the file system.
 */
export async function writeBackup(
  view: StoreView,
  folder: string,
  name: string,
  about: BackupOptions,
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

/** Deletes the remains of interrupted backups in the folder, except those being written. */
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
  about: BackupOptions,
): Promise<BackupCounts & { bytes: number; damaged: number }> {
  const { encrypt } = about;
  let bytes = 0;
  const plain: BackupSink = {
    async write(chunk) {
      // One call may write only a part.
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
      bytes += chunk.length;
    },
  };
  const counts = encrypt ? await writeThrough(view, plain, about, encrypt) : await writeTo(view, plain, about);
  await file.sync();
  return { ...counts, bytes };
}

/** Pipes the bytes through `encrypt`, with backpressure. */
async function writeThrough(
  view: StoreView,
  sink: BackupSink,
  about: BackupOptions,
  encrypt: NonNullable<BackupOptions["encrypt"]>,
) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const clear = writable.getWriter();
  const passed = (async () => {
    for await (const chunk of await encrypt(readable)) await sink.write(chunk);
  })();
  const given = writeTo(view, { write: (chunk) => clear.write(chunk) }, about).then(async (counts) => {
    await clear.close();
    return counts;
  });
  // If one side fails, the other one ends.
  given.catch((error: unknown) => clear.abort(error).catch(() => {}));
  passed.catch((error: unknown) => clear.abort(error).catch(() => {}));
  const [counts] = await Promise.all([given, passed]);
  return counts;
}

async function writeTo(
  view: StoreView,
  sink: BackupSink,
  { version, now, signal, sign }: BackupOptions,
): Promise<BackupCounts & { damaged: number }> {
  const snapshot = await view.snapshot();
  let damaged = 0;
  try {
    const writer = await createBackupWriter(sink, { createdAt: now, version, number: snapshot.number }, sign);
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
