/** The two pages that a data file begins with, read before LMDB maps the file: what is missing there ends the process. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { StoreUnavailable } from "@postern/core/storage";

/** In bytes from the start of each of the two pages. */
const MAGIC_AT = 24;
const FORMAT_AT = 28;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const COMMIT_AT = 152;
const LENGTH = 160;

const MAGIC = 0xbeefc0de;
const FORMAT = 2;
/** Pages that a commit counted and never wrote, since it did not need them in the end, may be missing behind the last one. */
const UNWRITTEN = 2;
/** How long another process may take to write the first two pages, in milliseconds. */
const CREATION_MS = 500;
const LOOK_MS = 20;

const ADVICE = 'Restore a backup with "postern restore --force <backup>", which keeps this file aside';

/** Throws StoreUnavailable where the file is not LMDB's, or shorter than what it says of itself. One that does not exist is fine. */
export function checkData(file: string): void {
  const size = writtenSize(file);
  if (size === undefined) return;
  if (size === 0) refuse(`${file} is empty, and a store never is. ${ADVICE}; delete it only if nothing was stored yet`);
  const fd = openSync(file, "r");
  try {
    const first = readHead(fd, 0);
    const pageSize = isHead(first) ? first.readUInt32LE(PAGE_SIZE_AT) : 0;
    const second = readHead(fd, pageSize);
    if (!isHead(first) || !isHead(second))
      refuse(`${file} is not a data file of LMDB, or its first pages are damaged. ${ADVICE}`);
    const [newest] = [first, second].sort((a, b) => Number(commitOf(b) - commitOf(a)));
    const expected = (Number(newest?.readBigUInt64LE(LAST_PAGE_AT)) + 1) * pageSize;
    if (size + UNWRITTEN * pageSize >= expected) return;
    refuse(`${file} was cut short: it has ${size} of ${expected} bytes. ${ADVICE}`);
  } finally {
    closeSync(fd);
  }
}

/** Undefined where there is no file. One that is empty may be about to be written by the process that makes it. */
function writtenSize(file: string): number | undefined {
  for (let waited = 0; ; waited += LOOK_MS) {
    const size = sizeOf(file);
    if (size !== 0 || waited >= CREATION_MS) return size;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

function sizeOf(file: string): number | undefined {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return fstatSync(fd).size;
  } finally {
    closeSync(fd);
  }
}

/** Zeros where the file ends before. */
function readHead(fd: number, at: number): Buffer {
  const head = Buffer.alloc(LENGTH);
  readSync(fd, head, 0, LENGTH, at);
  return head;
}

const isHead = (head: Buffer): boolean =>
  head.readUInt32LE(MAGIC_AT) === MAGIC && head.readUInt16LE(FORMAT_AT) === FORMAT;

const commitOf = (head: Buffer): bigint => head.readBigUInt64LE(COMMIT_AT);

function refuse(message: string): never {
  throw new StoreUnavailable("failed", message);
}
