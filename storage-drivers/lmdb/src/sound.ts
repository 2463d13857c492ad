/** What must hold before LMDB is let near a folder: where it does not, LMDB takes the whole process down. */
import { closeSync, existsSync, openSync, readFileSync, readSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { StoreUnavailable } from "@postern/core/storage";
import { isFull } from "./failure.ts";

/** What memory maps and their locks do not work on, by the number that Linux has for it. */
const NETWORKS = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x01021997, "9P"],
]);

/** In 32-bit words from the start of each of the two pages that a data file begins with. */
const MAGIC_AT = 6;
const FORMAT_AT = 7;
const PAGE_SIZE_AT = 12;
const MAGIC = 0xbeefc0de;
const FORMAT = 2;

/** Bytes of addresses to begin with: each time LMDB has to take more, it maps the whole file once again. */
const ROOMY = 64 * 2 ** 30;

/** The network file system with this number, if it is one. */
export const networkOf = (type: number): string | undefined => NETWORKS.get(type >>> 0);

/** Throws StoreUnavailable where a store cannot stand, or where something else stands. */
export function checkPlace(path: string): void {
  const network = process.platform === "linux" ? networkOf(statfsSync(path).type) : undefined;
  if (network) throw new StoreUnavailable("failed", `${path} is on ${network}; LMDB needs a local disk`);
  const data = join(path, "data.mdb");
  if (existsSync(data) && !isData(data)) throw new StoreUnavailable("failed", `${data} is no data file of LMDB`);
  if (!existsSync(join(path, "lock.mdb")) && isFull(path)) {
    throw new StoreUnavailable("full", `No space is left to open ${path}`);
  }
}

function isData(file: string): boolean {
  const fd = openSync(file, "r");
  try {
    const first = readWords(fd, 0);
    if (first === undefined) return true;
    const second = readWords(fd, first[PAGE_SIZE_AT] ?? 0);
    return isHead(first) && second !== undefined && isHead(second);
  } finally {
    closeSync(fd);
  }
}

/** The head of a page; nothing where the file has ended, and zeros where it ends in it. */
function readWords(fd: number, at: number): Uint32Array | undefined {
  const words = new Uint32Array(64);
  return readSync(fd, words, 0, words.byteLength, at) === 0 ? undefined : words;
}

const isHead = (words: Uint32Array): boolean =>
  words[MAGIC_AT] === MAGIC && ((words[FORMAT_AT] ?? 0) & 0xffff) === FORMAT;

/** LMDB's option for them; none where it had better begin small, since it dies where it cannot have them. */
export function addresses(): { mapSize?: number } {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) return {};
  return /^Max address space +unlimited/m.test(readFileSync("/proc/self/limits", "utf8")) ? { mapSize: ROOMY } : {};
}
