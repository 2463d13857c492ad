import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export interface LogFile {
  write(chunk: string | Uint8Array): void;
  close(): void;
}

const LINE_END = 10;

/** File names of a log, newest first. */
export const filesOf = (path: string, files: number): string[] =>
  Array.from({ length: files }, (_, n) => (n === 0 ? path : `${path}.${n}`));

/**
 * A log of at most `files` files of `bytes` bytes each. The oldest is deleted. It never throws: if the disk is full, lines
 * are lost. It writes synchronously, because the process has nothing else to do.
 */
export function openLog(path: string, { bytes, files }: { bytes: number; files: number }): LogFile {
  let fd: number | undefined;
  let size = 0;

  function open(): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fd = openSync(path, "a", 0o600);
    size = fstatSync(fd).size;
  }

  function rotate(): void {
    close();
    const names = filesOf(path, files);
    rmSync(names.at(-1) as string, { force: true });
    for (let n = files - 2; n >= 0; n--) {
      try {
        renameSync(names[n] as string, names[n + 1] as string);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    }
  }

  function close(): void {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  }

  /** Writes as much as fits, in whole lines if possible. Returns the rest. */
  function fill(text: Uint8Array): Uint8Array {
    if (fd === undefined) open();
    const room = Math.max(0, bytes - size);
    const isFitting = text.byteLength <= room;
    const line = isFitting ? 0 : text.subarray(0, room).lastIndexOf(LINE_END) + 1;
    // A line longer than a file is split.
    const end = isFitting ? text.byteLength : line > 0 || size > 0 ? line : room;
    writeSync(fd as number, text, 0, end);
    size += end;
    if (!isFitting) rotate();
    return text.subarray(end);
  }

  return {
    write(chunk) {
      try {
        let rest = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
        while (rest.byteLength > 0) rest = fill(rest);
      } catch {
        close();
      }
    },
    close,
  };
}
