/**
 * Reserves disk space for a group before LMDB writes it. When LMDB reports a failed write, it overruns a buffer and
 * corrupts the heap (`mdb_page_flush` in lmdb 3.5.6), so its writes must never fail for lack of space.
 */
import { closeSync, fstatSync, openSync, type StatsFs, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ValueBytes } from "@postern/core/drivers";
import { type Batch, StoreUnavailable, unavailable } from "@postern/core/storage";
import type { Store } from "./folder.ts";
import { changes, removes } from "./relief.ts";

const MIB = 2 ** 20;
/** Bytes of the disk that are kept free, and the share of a small disk. Commits that remove records may use them. */
const RESERVE = 64 * MIB;
const SMALL = 0.04;
/** Bytes of the file that are kept for commits that remove records when the disk is full. */
const HEADROOM = MIB;
/** The file grows by multiples of this. */
const STEP = MIB / 16;
/** Copy-on-write file systems, by their Linux type numbers: Btrfs, ZFS, bcachefs. */
const COPY_ON_WRITE = new Set([0x9123683e, 0x2fc12fc1, 0xca451a4e]);

/**
 * Bytes of a record beside its key and value: their lengths, the page header of a value in its own pages, and 20 bytes
 * that LZ4 adds to a value that it cannot compress. It also adds a byte for each 255.
 */
const OVERHEAD = 48;

export interface DiskSpace {
  /** Must be called inside the write transaction. Throws StoreUnavailable (`full`) if there is too little space. */
  take(db: Store, batches: readonly Batch<ValueBytes>[]): void;
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

export function openDiskSpace(path: string): DiskSpace {
  const fd = openSync(join(path, "data.mdb"), "r+");
  let disk = statfsSync(path);
  let isTried = false;

  /** Returns the last known state if the disk can no longer be read, as after a change of user. */
  function diskState(): StatsFs {
    try {
      disk = statfsSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    }
    return disk;
  }

  function take(db: Store, batches: readonly Batch<ValueBytes>[]): void {
    const stats = db.getStats() as Stats;
    const { pageSize, lastPageNumber } = stats;
    const disk = diskState();
    const { size } = fstatSync(fd);
    const inPlace = process.platform === "linux" && !COPY_ON_WRITE.has(disk.type >>> 0);
    const pages = pagesFor(batches, stats);
    const need = (pages.touched + pages.runs) * pageSize;
    const tail = size - (lastPageNumber + 1) * pageSize;
    // The process's file size limit may be lower than the file: find out with our own write, not with LMDB's.
    if (!isTried) extend(fd, tail > 0 ? size - 1 : size, tail > 0 ? 1 : pageSize);
    isTried = true;
    const spare = freePages(stats) * pageSize;
    const isRemoval = batches.every(removes);
    if (inPlace && tail >= need + (isRemoval ? 0 : HEADROOM)) return;
    const growth = (bytes: number) => (inPlace ? Math.max(0, Math.ceil((bytes - tail) / STEP) * STEP) : need);
    const reserve = reserveOf(disk);
    const left = disk.bavail * disk.bsize;
    // On a full disk, half of what is kept for removals is also for commits that change records and add little, because
    // archived and hidden records are removed later.
    const isShort = left - growth(need + HEADROOM) < reserve;
    const isChange = isShort && !isRemoval && batches.every((batch) => changes(db, batch));
    // A mostly free file also has space for removals and keeps the disk for values that need contiguous pages.
    const isRoomy = spare >= 2 * (need + (isRemoval || isChange ? STEP : HEADROOM));
    const wanted = isRemoval || isRoomy ? need : need + HEADROOM / (isChange ? 2 : 1);
    if (inPlace && tail >= wanted) return;
    const missing = growth(wanted);
    const isPlenty = left - missing >= reserve;
    // Pages visible to a reader are not reused, and large values rarely fit into free pages.
    const isSpare = isRoomy && tail >= pages.runs * pageSize + STEP;
    if (inPlace && isSpare && !isPlenty && !isHeldBack(db, stats)) return;
    const share = isRemoval ? (inPlace ? 0 : 0.25) : isChange || (inPlace && isRoomy) ? 0.5 : 1;
    const kept = reserve * share;
    if (left - missing < kept) throw full(path, left, need, kept);
    if (inPlace) extend(fd, size, missing);
  }

  return { take, close: () => closeSync(fd) };
}

/** Writes zeros after the last page. This is safe because the transaction holds LMDB's lock. */
function extend(fd: number, from: number, bytes: number): void {
  const zeros = Buffer.alloc(Math.min(bytes, 4 * MIB));
  try {
    for (let at = 0; at < bytes; ) at += writeSync(fd, zeros, 0, Math.min(zeros.length, bytes - at), from + at);
  } catch (error) {
    throw unavailable(error, "grow");
  }
}

/** The maximum number of pages a group can write: single pages, and runs of pages for large values. */
function pagesFor(
  batches: readonly Batch<ValueBytes>[],
  { pageSize, treeDepth, ...tree }: Pages,
): { touched: number; runs: number } {
  let places = 0;
  let splits = 0;
  let small = 0;
  let alone = 0;
  let runs = 0;
  for (const { writes } of batches) {
    for (const write of writes) {
      const bytes = write.key.length + ("value" in write && write.value !== null ? write.value.bytes.length : 0);
      // Moving a member removes one key, adds another and updates a pointer.
      places += "place" in write ? 3 : 1;
      if (!("value" in write && write.value === null)) splits += 2;
      const stored = bytes + Math.ceil(bytes / 255) + OVERHEAD;
      if (stored > pageSize) runs += Math.ceil(stored / pageSize);
      else if (bytes > pageSize / 4) alone++;
      else small += stored;
    }
  }
  // Each write touches a leaf, which may split or be merged with the next one, and their ancestors, but not more pages
  // than exist.
  const whole = tree.treeBranchPageCount + tree.treeLeafPageCount + splits + Math.ceil((2 * small) / pageSize) + 8;
  const branches = Math.min(places * treeDepth, tree.treeBranchPageCount + splits);
  const touched = Math.min(places * 2 + branches, whole) + alone;
  // The free list: touched pages become free when no reader uses them.
  return { touched: touched + Math.ceil((8 * (touched + tree.overflowPages / 8)) / pageSize) + 16, runs };
}

/** Whether a reader uses an older state, whose free pages cannot be reused. */
function isHeldBack(db: Store, { lastTxnId }: Stats): boolean {
  const seen = [...db.readerList().matchAll(/^\s*\d+\s+[0-9a-f]+\s+(\d+)\s*$/gm)].map(([, txn]) => Number(txn));
  return seen.some((txn) => txn < lastTxnId - 2);
}

/** Bytes of a disk that are kept free. */
const reserveOf = ({ blocks, bsize }: StatsFs): number => Math.min(RESERVE, SMALL * blocks * bsize);

/** Bytes of the disk of a folder that are free, and that are kept free: with less, nothing can be created. */
export function diskFigures(path: string): { disk_free_bytes: number; disk_kept_bytes: number } {
  const disk = statfsSync(path);
  return { disk_free_bytes: disk.bavail * disk.bsize, disk_kept_bytes: Math.round(reserveOf(disk)) };
}

/** Unused pages of the file, without the two meta pages. */
function freePages({ lastPageNumber, free, ...tree }: Stats): number {
  return Math.max(0, lastPageNumber - 1 - usedBy(tree) - usedBy(free));
}

const usedBy = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Pages): number =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;

function full(path: string, left: number, need: number, kept: number): StoreUnavailable {
  const mib = (bytes: number) => (bytes / MIB).toFixed(1);
  const text = `The disk of ${path} has ${mib(left)} MiB free. The commit needs ${mib(need)} MiB, and ${mib(kept)} MiB are kept free`;
  return new StoreUnavailable("full", `${text}. Delete files from the disk or records from the store.`);
}
