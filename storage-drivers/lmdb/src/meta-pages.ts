/** Checks the two meta pages of a data file before LMDB maps it: a truncated file would crash the process. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { StoreUnavailable } from "@postern/core/storage";

/** Offsets in bytes from the start of each meta page. */
const MAGIC_AT = 24;
const FORMAT_AT = 28;
const PAGE_SIZE_AT = 48;
const ROOTS_AT = [88, 136];
const LAST_PAGE_AT = 144;
const COMMIT_AT = 152;
const LENGTH = 160;

const MAGIC = 0xbeefc0de;
const FORMAT = 2;
/** Pages at the end of the file that a commit allocated but did not need may be missing. */
const UNWRITTEN = 2;
/** How long another process may take to write the meta pages, in milliseconds. */
const CREATION_MS = 500;
const INTERVAL_MS = 20;

export const ADVICE =
  'Restore a backup with "postern restore --force <backup>", which keeps this file under another name';

/** What the newest commit has written to its meta page. */
export interface Meta {
  readonly commit: bigint;
  readonly pageSize: number;
  readonly lastPage: bigint;
  /** The first pages of the trees: of free pages, and of records. */
  readonly roots: readonly bigint[];
}

/** Undefined if the file is not an LMDB file, or one of its first pages is damaged. */
export function newestMeta(fd: number): Meta | undefined {
  const first = readMeta(fd, 0);
  if (!isMeta(first)) return undefined;
  const pageSize = first.readUInt32LE(PAGE_SIZE_AT);
  const second = readMeta(fd, pageSize);
  if (!isMeta(second)) return undefined;
  const newest = commitOf(second) > commitOf(first) ? second : first;
  const roots = ROOTS_AT.map((at) => newest.readBigUInt64LE(at));
  return { commit: commitOf(newest), pageSize, lastPage: newest.readBigUInt64LE(LAST_PAGE_AT), roots };
}

/** What is wrong with a file without meta pages. */
export const notLmdb = (file: string): string => `${file} is not an LMDB data file, or its first pages are damaged`;

/** Throws StoreUnavailable if the file is not an LMDB file or is truncated. A missing file is valid. */
export function checkData(file: string): void {
  const size = writtenSize(file);
  if (size === undefined) return;
  if (size === 0)
    refuse(`${file} is empty, which a valid store never is. ${ADVICE}. Delete it only if nothing was stored yet.`);
  const fd = openSync(file, "r");
  try {
    const meta = newestMeta(fd);
    if (!meta) refuse(`${notLmdb(file)}. ${ADVICE}.`);
    const { lastPage, pageSize } = meta;
    const expected = (Number(lastPage) + 1) * pageSize;
    if (size + UNWRITTEN * pageSize >= expected) return;
    refuse(`${file} is truncated: it has ${size} of ${expected} bytes. ${ADVICE}.`);
  } finally {
    closeSync(fd);
  }
}

/** Undefined if there is no file. Waits for an empty file, which another process may be creating. */
function writtenSize(file: string): number | undefined {
  for (let waited = 0; ; waited += INTERVAL_MS) {
    const size = sizeOf(file);
    if (size !== 0 || waited >= CREATION_MS) return size;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, INTERVAL_MS);
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

/** Filled with zeros if the file is shorter. */
function readMeta(fd: number, at: number): Buffer {
  const head = Buffer.alloc(LENGTH);
  readSync(fd, head, 0, LENGTH, at);
  return head;
}

const isMeta = (head: Buffer): boolean =>
  head.readUInt32LE(MAGIC_AT) === MAGIC && head.readUInt16LE(FORMAT_AT) === FORMAT;

const commitOf = (head: Buffer): bigint => head.readBigUInt64LE(COMMIT_AT);

export function refuse(message: string): never {
  throw new StoreUnavailable("damaged", message);
}
