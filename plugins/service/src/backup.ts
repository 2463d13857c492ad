import { join } from "node:path";
import type { StoreView } from "@postern/core";
import {
  type BackupCounts,
  type BackupOptions,
  SigningKeyUnusable,
  signerOf,
  writeBackup,
} from "@postern/service/backup";
import { BackupExists, BackupFailed } from "./errors.ts";

export const folderOf = (data: string): string => join(data, "backups");

/** Writes a snapshot of the store into a file, by default in the folder `backups` of the data folder. */
export async function backUp(
  view: StoreView,
  data: string,
  name: string,
  about: BackupOptions,
  folder: string = folderOf(data),
): Promise<BackupCounts & { bytes: number; damaged: number }> {
  try {
    return await writeBackup(view, folder, name, { ...about, sign: signerOf(data) });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && syscall === "link") throw BackupExists({ path: `backups/${name}` });
    if (syscall === "mkdir") throw BackupFailed({ reason: `${code} when creating the folder backups` });
    if (code !== undefined && /^E[A-Z]+$/.test(code)) throw BackupFailed({ reason: code });
    if (error instanceof SigningKeyUnusable) throw BackupFailed({ reason: error.message });
    throw error;
  }
}
