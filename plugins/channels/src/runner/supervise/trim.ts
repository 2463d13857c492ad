import { copyFileSync, renameSync, statSync, truncateSync } from "node:fs";
import { filesOf } from "./log-file.ts";

/**
 * Rotates a log that another program writes. The file itself stays, because that program has it open and appends to it.
 * Lines written during the rotation are lost.
 */
export function trimLog(path: string, { bytes, files }: { bytes: number; files: number }): void {
  try {
    if (statSync(path).size <= bytes) return;
    const names = filesOf(path, files);
    for (let n = files - 2; n > 0; n--) rename(names[n] as string, names[n + 1] as string);
    if (names[1] !== undefined) copyFileSync(path, names[1]);
    truncateSync(path);
  } catch {
    // The file does not exist or the disk is full: the next check tries again.
  }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
