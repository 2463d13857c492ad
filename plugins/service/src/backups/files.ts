import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** A backup file in a folder. */
export interface BackupFile {
  readonly name: string;
  readonly folder: string;
  /** When it was written, in Unix milliseconds. */
  readonly createdAt: number;
  readonly bytes: number;
  readonly encrypted: boolean;
  readonly scheduled: boolean;
}

const SCHEDULED = /^scheduled-\d{8}T\d{9}Z\.backup(\.age)?$/;
/** Bytes that show whether a file is a backup. */
const HEAD = 32;

/** `scheduled-20261121T064500123Z.backup`. Names in order of time. */
export const scheduledName = (now: number, isEncrypted: boolean): string =>
  `scheduled-${new Date(now).toISOString().replace(/[-:.]/g, "")}.backup${isEncrypted ? ".age" : ""}`;

/** The backups in these folders, newest first. Other files are left out. */
export async function backupsIn(folders: readonly string[]): Promise<BackupFile[]> {
  const found = await Promise.all([...new Set(folders)].map(filesIn));
  return found.flat().sort((left, right) => right.createdAt - left.createdAt);
}

/** A backup by its file name, in the first folder that has it. */
export async function findBackup(name: string, folders: readonly string[]): Promise<BackupFile | undefined> {
  for (const folder of folders) {
    const file = await fileAt(folder, name);
    if (file) return file;
  }
  return undefined;
}

async function filesIn(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.filter((name) => !name.startsWith(".")).map((name) => fileAt(folder, name)));
  return files.filter((file) => file !== undefined);
}

async function fileAt(folder: string, name: string): Promise<BackupFile | undefined> {
  try {
    const file = await open(join(folder, name), "r");
    try {
      const { mtimeMs, size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
      const head = buffer.toString("latin1", 0, bytesRead);
      const encrypted = head.startsWith("age-encryption.org/");
      if (!encrypted && !head.startsWith("postern backup ")) return undefined;
      const createdAt = Math.round(mtimeMs);
      return { name, folder, createdAt, bytes: size, encrypted, scheduled: SCHEDULED.test(name) };
    } finally {
      await file.close();
    }
  } catch {
    // Removed in the meantime, not readable, or a folder.
    return undefined;
  }
}
