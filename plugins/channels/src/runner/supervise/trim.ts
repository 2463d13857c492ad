import { copyFileSync, renameSync, statSync, truncateSync } from "node:fs";
import { filesOf } from "./log-file.ts";

/**
 * Does for a log that another program writes what `openLog` does for its own. The file stays the same, for that program
 * has it open and appends to it; what it writes in between is lost.
 */
export function trimLog(path: string, { bytes, files }: { bytes: number; files: number }): void {
  try {
    if (statSync(path).size <= bytes) return;
    const names = filesOf(path, files);
    for (let n = files - 2; n > 0; n--) rename(names[n] as string, names[n + 1] as string);
    if (names[1] !== undefined) copyFileSync(path, names[1]);
    truncateSync(path);
  } catch {
    // There is none, or its disk is full: the next look may find it otherwise.
  }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
