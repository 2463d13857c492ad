import { type FileHandle, open } from "node:fs/promises";
import { filesOf } from "./log-files.ts";

/** Maximum bytes to read of each file, however long its lines are. */
const MAX_BYTES = 4 * 2 ** 20;
/** Files that are looked for: another program may keep more than the gateway. */
const MAX_FILES = 20;
const LINE_END = 10;

/** Reads the complete lines that were added since the last call, also across rotations. */
export interface LogTail {
  read(): Promise<string[]>;
}

/** The last `count` lines of a log and its older files, oldest first, and a reader of what is added to it. */
export async function openTail(path: string, count: number): Promise<{ lines: string[]; tail: LogTail }> {
  const lines: string[] = [];
  let known: { inode: number; offset: number } | undefined;
  for (const name of filesOf(path, MAX_FILES)) {
    const file = await openFile(name);
    if (!file) break;
    try {
      const { ino: inode, size } = await file.stat();
      const start = Math.max(0, size - MAX_BYTES);
      const { complete, end } = await readLines(file, start, size);
      known ??= { inode, offset: end };
      // The first line is incomplete if it begins before the place that was read.
      lines.unshift(...(start > 0 ? complete.slice(1) : complete));
    } finally {
      await file.close();
    }
    if (lines.length >= count) break;
  }
  return { lines: lines.slice(-count), tail: tailFrom(path, known) };
}

function tailFrom(path: string, begin: { inode: number; offset: number } | undefined): LogTail {
  let known = begin;
  return {
    async read() {
      const files = await openFrom(path, known?.inode);
      const lines: string[] = [];
      try {
        for (const { file, inode, size } of files) {
          const isSame = inode === known?.inode;
          // A file that is shorter than before was truncated.
          const offset = isSame && known && known.offset <= size ? known.offset : 0;
          const { complete, end } = await readLines(file, offset, Math.min(size, offset + MAX_BYTES));
          lines.push(...complete);
          known = { inode, offset: end };
        }
      } finally {
        await Promise.all(files.map(({ file }) => file.close()));
      }
      return lines;
    },
  };
}

/** The file with this inode and the newer ones, oldest first; all that are left if it was deleted. */
async function openFrom(path: string, known: number | undefined) {
  const files: { file: FileHandle; inode: number; size: number }[] = [];
  for (const name of filesOf(path, MAX_FILES)) {
    const file = await openFile(name);
    if (!file) break;
    const { ino: inode, size } = await file.stat();
    // A rotation in between shows the same file again under its next name.
    if (files.some((one) => one.inode === inode)) await file.close();
    else files.unshift({ file, inode, size });
    if (inode === known) break;
  }
  return files;
}

async function openFile(name: string): Promise<FileHandle | undefined> {
  try {
    return await open(name, "r");
  } catch {
    return undefined;
  }
}

/** The complete lines between two places, and the place after the last of them. */
async function readLines(file: FileHandle, start: number, size: number): Promise<{ complete: string[]; end: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
  const end = buffer.subarray(0, bytesRead).lastIndexOf(LINE_END) + 1;
  const lines = buffer.toString("utf8", 0, end).split("\n");
  return { complete: lines.filter((line) => line !== ""), end: start + end };
}
