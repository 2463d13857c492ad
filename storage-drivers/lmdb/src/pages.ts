/**
 * Looks at the pages of a data file without LMDB, which ends the process with an assertion when it reads one that was
 * zeroed or overwritten.
 */
import { closeSync, openSync } from "node:fs";
import { type Meta, newestMeta, notLmdb } from "./meta-pages.ts";
import { pagesOf } from "./page-runs.ts";

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
const NO_PAGE = 2n ** 64n - 1n;
/** So often the same page is found damaged, each time after a commit, before it counts. */
const OFTEN = 5;

/** The pages of one depth of the trees, and the first page of each value that is kept outside of them. */
interface Level {
  readonly nodes: number[];
  readonly values: number[];
}

/**
 * What is wrong with the first damaged page of the trees, with its place in the file; undefined if every page is what it
 * should be. Other processes may commit meanwhile: pages of the newest commit are not overwritten before the next one, so
 * a fault counts only if there was none, or if a read transaction of an earlier commit is `held`, which keeps all pages.
 */
export function faultInPages(file: string, isHeld = false): string | undefined {
  const seen = new Map<string, number>();
  for (;;) {
    const fd = openSync(file, "r");
    try {
      const meta = newestMeta(fd);
      if (!meta) return notLmdb(file);
      const fault = faultBelow(fd, meta, file);
      if (fault === undefined || isHeld || newestMeta(fd)?.commit === meta.commit) return fault;
      const times = (seen.get(fault) ?? 0) + 1;
      if (times >= OFTEN) return fault;
      seen.set(fault, times);
    } finally {
      closeSync(fd);
    }
  }
}

/** Level by level, in the order of the file: the pages of a large file are in no order of their own. */
function faultBelow(fd: number, { pageSize, roots }: Meta, file: string): string | undefined {
  let level: Level = { nodes: roots.filter((root) => root !== NO_PAGE).map(Number), values: [] };
  while (level.nodes.length > 0 || level.values.length > 0) {
    const below: Level = { nodes: [], values: [] };
    for (const kind of ["nodes", "values"] as const) {
      for (const { page, bytes } of pagesOf(fd, level[kind], pageSize)) {
        const fault = faultOf(bytes, page, kind, pageSize) ?? (kind === "nodes" ? addBelow(bytes, below) : undefined);
        if (fault) return `Page ${page} of ${file} is damaged: ${fault}, at byte ${page * pageSize}`;
      }
    }
    level = below;
  }
  return undefined;
}

function faultOf(bytes: Buffer, page: number, kind: keyof Level, pageSize: number): string | undefined {
  if (bytes.length < pageSize) return "the file ends before it";
  const kinds = kind === "values" ? OVERFLOW : BRANCH | LEAF;
  if (numberAt(bytes, 0) !== page || (bytes.readUInt16LE(FLAGS_AT) & kinds) === 0)
    return bytes.every((byte) => byte === 0) ? "it contains only zeros" : "it has the header of another page";
  return undefined;
}

/** Notes the pages to which a page refers. Returns what is wrong with its list of nodes. */
function addBelow(bytes: Buffer, below: Level): string | undefined {
  const isBranch = (bytes.readUInt16LE(FLAGS_AT) & BRANCH) !== 0;
  const [lower, upper] = [bytes.readUInt16LE(LOWER_AT), bytes.readUInt16LE(UPPER_AT)];
  if (lower % 2 !== 0 || lower > upper || upper > bytes.length - HEADER) return DAMAGED_LIST;
  for (let entry = HEADER; entry < HEADER + lower; entry += 2) {
    const at = HEADER + bytes.readUInt16LE(entry);
    if (at + NODE > bytes.length) return DAMAGED_LIST;
    if (isBranch) below.nodes.push(bytes.readUIntLE(at, 6));
    else if ((bytes.readUInt16LE(at + 4) & IN_OWN_PAGES) !== 0) {
      const data = at + NODE + bytes.readUInt16LE(at + 6);
      if (data + 8 > bytes.length) return DAMAGED_LIST;
      below.values.push(numberAt(bytes, data));
    }
  }
  return undefined;
}

const DAMAGED_LIST = "its list of records is damaged";

/** A number of 64 bits, exact as far as files reach: reading it as a bigint takes much longer. */
const numberAt = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
