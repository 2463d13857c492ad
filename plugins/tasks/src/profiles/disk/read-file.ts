import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type FileRead, missing } from "../folder.ts";
import { codeOf } from "./fault.ts";

// Without O_NONBLOCK, opening a pipe blocks until somebody writes to it.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const NEWLINE = 10;

/** Reads a UTF-8 file of at most `most` bytes. Links, pipes, devices and folders are rejected. */
export async function readTextFile(path: string, name: string, most: number): Promise<FileRead> {
  let handle: FileHandle;
  try {
    handle = await open(path, FLAGS);
  } catch (error) {
    return readFault(codeOf(error), name, error);
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return { fault: { code: "not_a_file", message: `${name} is not a regular file` } };
    const bytes = await readUpTo(handle, Math.min(stat.size, most) + 1);
    if (bytes.length > most) return { fault: { code: "too_large", message: `${name} is larger than ${most} bytes` } };
    return isText(bytes) ? { text: bytes.toString("utf8") } : { fault: notText(bytes, name) };
  } finally {
    await handle.close();
  }
}

function readFault(code: string | undefined, name: string, error: unknown): FileRead {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return { fault: missing(name) };
    case "ELOOP":
    case "EMLINK":
      return { fault: { code: "symlink", message: `${name} is a symbolic link; symbolic links are not followed` } };
    case "EACCES":
    case "EPERM":
      return { fault: { code: "unreadable", message: `Permission denied: the gateway cannot read ${name}` } };
    case "ENXIO":
    case "ENODEV":
      return { fault: { code: "not_a_file", message: `${name} is not a regular file` } };
    default:
      throw error;
  }
}

/** Reads up to `most` bytes, whatever size the file reports. */
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

/** In UTF-8, the byte of a newline never occurs inside another character, so lines can be checked separately. */
function notText(bytes: Buffer, name: string) {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (!isText(bytes.subarray(start, end))) break;
    line++;
    start = end + 1;
  }
  return { code: "not_text", message: `${name} is not valid UTF-8 text`, line, column: 1 };
}
