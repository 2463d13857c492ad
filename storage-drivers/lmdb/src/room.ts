/**
 * Room on the disk for what a group writes, taken before LMDB writes it. LMDB's own way of reporting a failed write
 * overruns a buffer and corrupts the heap (`mdb_page_flush` in lmdb 3.5.6), so no write of its may ever fail for want of room.
 */
import { closeSync, fstatSync, openSync, type StatsFs, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Batch, StoreUnavailable, unavailable } from "@postern/core/storage";
import type { Store } from "./folder.ts";

const MIB = 2 ** 20;
/** Bytes of the disk that are left free, and the part of a small disk. Commits that remove records may use them. */
const RESERVE = 64 * MIB;
const SMALL = 0.04;
/** Bytes of the file that are left for commits that remove records, where nothing of the disk is left. */
const HEADROOM = MIB;
/** The file grows by multiples of this. */
const STEP = MIB / 16;
/** Bytes that a commit which removes records may also put: the event that reports it, its kept answer. */
const BESIDE_REMOVAL = 16 * 1024;
/** File systems that write to a new place what they overwrite, by the numbers of Linux: Btrfs, ZFS, bcachefs. */
const COPY_ON_WRITE = new Set([0x9123683e, 0x2fc12fc1, 0xca451a4e]);

export interface Room {
  /** To be called inside the write transaction. Throws StoreUnavailable (`full`) where there is too little room. */
  take(db: Store, batches: readonly Batch[]): void;
  close(): void;
}

interface Pages {
  pageSize: number;
  treeDepth: number;
  treeBranchPageCount: number;
  treeLeafPageCount: number;
  overflowPages: number;
}
type Stats = Pages & { lastPageNumber: number; lastTxnId: number; free: Pages };

export function openRoom(path: string): Room {
  const fd = openSync(join(path, "data.mdb"), "r+");
  let disk = statfsSync(path);
  let isTried = false;

  /** As it was last seen where it may no longer be looked at, as after a change of user. */
  function look(): StatsFs {
    try {
      disk = statfsSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    }
    return disk;
  }

  function take(db: Store, batches: readonly Batch[]): void {
    const stats = db.getStats() as Stats;
    const { pageSize, lastPageNumber } = stats;
    const disk = look();
    const { size } = fstatSync(fd);
    const inPlace = process.platform === "linux" && !COPY_ON_WRITE.has(disk.type >>> 0);
    const pages = pagesFor(batches, stats);
    const need = (pages.touched + pages.runs) * pageSize;
    const tail = size - (lastPageNumber + 1) * pageSize;
    // A process may be allowed less than the file has already: that is found by a write of ours, not of LMDB's.
    if (!isTried) extend(fd, tail > 0 ? size - 1 : size, tail > 0 ? 1 : pageSize);
    isTried = true;
    const spare = freePages(stats) * pageSize;
    const isRemoval = batches.every(removes);
    // A file that is mostly free has room for removals too, and leaves the disk to what must lie in one piece.
    const isRoomy = spare >= 2 * (need + (isRemoval ? STEP : HEADROOM));
    const wanted = isRemoval || isRoomy ? need : need + HEADROOM;
    if (inPlace && tail >= wanted) return;
    const reserve = reserveOf(disk);
    const left = disk.bavail * disk.bsize;
    const missing = inPlace ? Math.ceil((wanted - tail) / STEP) * STEP : need;
    const isPlenty = left - missing >= reserve;
    // What a reader still sees is not used again, and what lies in one piece seldom finds one among free pages.
    const isSpare = isRoomy && tail >= pages.runs * pageSize + STEP;
    if (inPlace && isSpare && !isPlenty && !isHeldBack(db, stats)) return;
    const kept = !inPlace ? reserve / (isRemoval ? 4 : 1) : isRemoval ? 0 : isRoomy ? reserve / 2 : reserve;
    if (left - missing < kept) throw full(path, left, need, kept);
    if (inPlace) extend(fd, size, missing);
  }

  return { take, close: () => closeSync(fd) };
}

/** Writes zeros behind the last page. Nobody else writes there: the transaction holds LMDB's lock. */
function extend(fd: number, from: number, bytes: number): void {
  const zeros = Buffer.alloc(Math.min(bytes, 4 * MIB));
  try {
    for (let at = 0; at < bytes; ) at += writeSync(fd, zeros, 0, Math.min(zeros.length, bytes - at), from + at);
  } catch (error) {
    throw unavailable(error, "grow");
  }
}

/** The most pages that a group can make LMDB write: one here and one there, and in runs that hold large values. */
function pagesFor(
  batches: readonly Batch[],
  { pageSize, treeDepth, ...tree }: Pages,
): { touched: number; runs: number } {
  let places = 0;
  let splits = 0;
  let small = 0;
  let alone = 0;
  let runs = 0;
  for (const { writes } of batches) {
    for (const write of writes) {
      const bytes = write.key.length + ("value" in write && write.value !== null ? Buffer.byteLength(write.value) : 0);
      // A member that moves leaves one place for another, and is pointed to.
      places += "place" in write ? 3 : 1;
      if (!("value" in write && write.value === null)) splits += 2;
      // With the checksum, the length and the head of a page.
      if (bytes + 64 > pageSize) runs += Math.ceil((bytes + 64) / pageSize);
      else if (bytes > pageSize / 4) alone++;
      else small += bytes + 64;
    }
  }
  // Each place touches a leaf, which may split, and the pages above it; no more than there are.
  const whole = tree.treeBranchPageCount + tree.treeLeafPageCount + splits + Math.ceil((2 * small) / pageSize) + 8;
  const touched = Math.min(places * (treeDepth + 2), whole) + alone;
  // The list of free pages: what was touched is free once readers have moved on.
  return { touched: touched + Math.ceil((8 * (touched + tree.overflowPages / 8)) / pageSize) + 16, runs };
}

/** Whether the batch removes something, and puts next to nothing. */
function removes({ writes }: Batch): boolean {
  let removed = false;
  let put = 0;
  for (const write of writes) {
    if ("value" in write && write.value === null) removed = true;
    else if ("place" in write && write.place === null) removed = true;
    else if ("value" in write) put += Buffer.byteLength(write.value as string);
  }
  return removed && put <= BESIDE_REMOVAL;
}

/** Whether a reader sees an older state, whose pages are free and cannot be used. */
function isHeldBack(db: Store, { lastTxnId }: Stats): boolean {
  const seen = [...db.readerList().matchAll(/^\s*\d+\s+[0-9a-f]+\s+(\d+)\s*$/gm)].map(([, txn]) => Number(txn));
  return seen.some((txn) => txn < lastTxnId - 2);
}

const reserveOf = ({ blocks, bsize }: StatsFs): number => Math.min(RESERVE, SMALL * blocks * bsize);

/** Pages of the file that hold nothing; two more begin it. */
function freePages({ lastPageNumber, free, ...tree }: Stats): number {
  return Math.max(0, lastPageNumber - 1 - usedBy(tree) - usedBy(free));
}

const usedBy = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Pages): number =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;

function full(path: string, left: number, need: number, kept: number): StoreUnavailable {
  const mib = (bytes: number) => (bytes / MIB).toFixed(1);
  const text = `The disk of ${path} has ${mib(left)} MiB left. A commit needs ${mib(need)} MiB, and ${mib(kept)} MiB stay free`;
  return new StoreUnavailable("full", `${text}. Delete files from the disk, or records from the store`);
}
