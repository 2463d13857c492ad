import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type FileRead, missing } from "../folder.ts";
import { codeOf } from "./fault.ts";

// Without O_NONBLOCK, opening a pipe waits for somebody to write into it.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const NEWLINE = 10;

/** Reads a text file of at most so many bytes, and nothing that is no plain file: no link, pipe, device or folder. */
export async function readTextFile(path: string, name: string, most: number): Promise<FileRead> {
  let handle: FileHandle;
  try {
    handle = await open(path, FLAGS);
  } catch (error) {
    return refused(codeOf(error), name, error);
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return { fault: { code: "not_a_file", message: `${name} is no plain file` } };
    const bytes = await readUpTo(handle, Math.min(stat.size, most) + 1);
    if (bytes.length > most) return { fault: { code: "too_large", message: `${name} is longer than ${most} bytes` } };
    return isText(bytes) ? { text: bytes.toString("utf8") } : { fault: noText(bytes, name) };
  } finally {
    await handle.close();
  }
}

function refused(code: string | undefined, name: string, error: unknown): FileRead {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return { fault: missing(name) };
    case "ELOOP":
    case "EMLINK":
      return { fault: { code: "symlink", message: `${name} is a symbolic link, which is not followed` } };
    case "EACCES":
    case "EPERM":
      return { fault: { code: "unreadable", message: `${name} may not be read by this gateway` } };
    case "ENXIO":
    case "ENODEV":
      return { fault: { code: "not_a_file", message: `${name} is no plain file` } };
    default:
      throw error;
  }
}

/** What the file holds, up to so many bytes, however long it says it is. */
async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.alloc(most);
  let length = 0;
  while (length < most) {
    const { bytesRead } = await handle.read(buffer, length, most - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0);

/** No character of UTF-8 holds the byte of a line's end, so each line can be judged by itself. */
function noText(bytes: Buffer, name: string) {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (!isText(bytes.subarray(start, end))) break;
    line++;
    start = end + 1;
  }
  return { code: "not_text", message: `${name} is no text in UTF-8`, line, column: 1 };
}
