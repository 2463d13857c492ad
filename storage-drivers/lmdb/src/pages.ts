/**
 * Looks at the pages of a data file without LMDB, which ends the process with an assertion when it reads one that was
 * zeroed or overwritten.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type Meta, newestMeta } from "./meta-pages.ts";

/** Of a page: its number, its flags, the end of its list of nodes and of its free space; the offsets count from the header's end. */
const HEADER = 24;
const FLAGS_AT = 18;
const LOWER_AT = 20;
const UPPER_AT = 22;
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
/** Of a node: the size of its data or the number of the page below, its flags and the length of its key. */
const NODE = 8;
const IN_OWN_PAGES = 1;
/** Bytes that are read at once. */
const CHUNK = 2 ** 20;
const NO_PAGE = 2n ** 64n - 1n;

/**
 * What is wrong with the first damaged page of the trees, with its place in the file; undefined if every page is what it
 * should be. Other processes may commit meanwhile: pages of the newest commit are not overwritten before the next one, so
 * a fault counts only if there was none.
 */
export function faultInPages(file: string): string | undefined {
  for (;;) {
    const fd = openSync(file, "r");
    try {
      const meta = newestMeta(fd);
      if (!meta) return undefined;
      const fault = faultBelow(fd, meta, file);
      if (fault === undefined || newestMeta(fd)?.commit === meta.commit) return fault;
    } finally {
      closeSync(fd);
    }
  }
}

function faultBelow(fd: number, meta: Meta, file: string): string | undefined {
  const { pageSize, roots } = meta;
  const read = cachedReads(fd);
  /** Pages to look at, and the kind that each must be. */
  const open = roots.filter((root) => root !== NO_PAGE).map((page) => ({ page, kinds: BRANCH | LEAF }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { page, kinds } = next;
    const at = Number(page) * pageSize;
    const bytes = read(at, pageSize);
    const fault = faultOf(bytes, page, kinds, pageSize);
    if (fault) return `Page ${page} of ${file} is damaged: ${fault}, at byte ${at}`;
    if (kinds !== OVERFLOW) open.push(...pagesBelow(bytes));
  }
  return undefined;
}

function faultOf(bytes: Buffer, page: bigint, kinds: number, pageSize: number): string | undefined {
  if (bytes.length < pageSize) return "the file ends before it";
  const flags = bytes.readUInt16LE(FLAGS_AT);
  if (bytes.readBigUInt64LE(0) !== page || (flags & kinds) === 0)
    return bytes.every((byte) => byte === 0) ? "it contains only zeros" : "it has the header of another page";
  if (kinds === OVERFLOW) return undefined;
  const [lower, upper] = [bytes.readUInt16LE(LOWER_AT), bytes.readUInt16LE(UPPER_AT)];
  const isWhole = lower % 2 === 0 && lower <= upper && upper <= pageSize - HEADER;
  return isWhole && nodesOf(bytes).every((at) => at + NODE <= pageSize) ? undefined : "its list of records is damaged";
}

/** Where the nodes of a page are. */
const nodesOf = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.readUInt16LE(LOWER_AT) / 2 }, (_, n) => HEADER + bytes.readUInt16LE(HEADER + 2 * n));

function pagesBelow(bytes: Buffer): { page: bigint; kinds: number }[] {
  const isBranch = (bytes.readUInt16LE(FLAGS_AT) & BRANCH) !== 0;
  return nodesOf(bytes).flatMap((at) => {
    if (isBranch) return [{ page: BigInt(bytes.readUIntLE(at, 6)), kinds: BRANCH | LEAF }];
    if ((bytes.readUInt16LE(at + 4) & IN_OWN_PAGES) === 0) return [];
    const data = at + NODE + bytes.readUInt16LE(at + 6);
    return data + 8 > bytes.length ? [] : [{ page: bytes.readBigUInt64LE(data), kinds: OVERFLOW }];
  });
}

/** Reads of parts of a file, each chunk once as long as the reads stay near it. */
function cachedReads(fd: number): (at: number, length: number) => Buffer {
  const { size } = fstatSync(fd);
  const chunks = new Map<number, Buffer>();
  const chunkAt = (start: number): Buffer => {
    let chunk = chunks.get(start);
    if (!chunk) {
      if (chunks.size >= 64) chunks.clear();
      chunk = Buffer.alloc(Math.max(0, Math.min(CHUNK, size - start)));
      readSync(fd, chunk, 0, chunk.length, start);
      chunks.set(start, chunk);
    }
    return chunk;
  };
  return (at, length) => {
    const start = Math.floor(at / CHUNK) * CHUNK;
    return chunkAt(start).subarray(at - start, at - start + length);
  };
}
