import { type FileHandle, open } from "node:fs/promises";
import { filesOf } from "./supervise/log-file.ts";

const CHUNK = 64 * 1024;
/** Maximum bytes to read, however long the lines are. */
const MAX_COUNT = 4 * 2 ** 20;
const MAX_LINE_LENGTH = 8_192;

/** The last `count` lines of a log and its older files, newest last. Reads the files from their ends. */
export async function lastLines(path: string, files: number, count: number): Promise<string[]> {
  const lines: string[] = [];
  let budget = MAX_COUNT;
  for (const name of filesOf(path, files)) {
    if (lines.length >= count || budget <= 0) break;
    const { found, read } = await readEnd(name, count - lines.length, budget);
    lines.unshift(...found);
    budget -= read;
  }
  return lines.map(redacted);
}

async function readEnd(path: string, count: number, budget: number): Promise<{ found: string[]; read: number }> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch {
    return { found: [], read: 0 };
  }
  try {
    let { size: start } = await file.stat();
    const parts: Buffer[] = [];
    let breaks = 0;
    let read = 0;
    while (start > 0 && breaks <= count && read < budget) {
      const length = Math.min(CHUNK, start);
      start -= length;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      const part = buffer.subarray(0, bytesRead);
      for (const byte of part) if (byte === 10) breaks++;
      parts.unshift(part);
      read += bytesRead;
    }
    const lines = Buffer.concat(parts).toString("utf8").split("\n");
    // The first line is incomplete unless the start of the file was reached.
    const whole = start > 0 ? lines.slice(1) : lines;
    return { found: whole.filter((line) => line !== "").slice(-count), read };
  } finally {
    await file.close();
  }
}

/** A line that may be shown to callers: without keys and folder names, and of limited length. */
function redacted(line: string): string {
  const clean = line
    .slice(0, MAX_LINE_LENGTH)
    .replace(/rctx_[\w-]+/g, "rctx_[redacted]")
    .replace(/(?<![\w:/.])(?:file:\/\/)?(?:\/[^\s"'():,\\/]+)+\//g, "");
  return line.length > MAX_LINE_LENGTH ? `${clean}…` : clean;
}
