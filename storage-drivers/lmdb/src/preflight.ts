/** Checks before LMDB opens a folder: LMDB crashes the process on unsuitable ones. */
import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { StoreUnavailable } from "@postern/core/storage";
import { isFull } from "./failure.ts";
import { ADVICE, checkData, refuse } from "./meta-pages.ts";
import { faultInPages } from "./pages.ts";

/** File systems without reliable memory maps and locks, by their Linux type numbers. */
const NETWORKS = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x01021997, "9P"],
]);

/** Initial address space in bytes: LMDB remaps the whole file whenever it needs more. */
const ADDRESS_SPACE = 64 * 2 ** 30;

/** Files up to this size, in bytes, are looked through whenever they are opened, which takes some ten milliseconds. */
const SMALL = 64 * 2 ** 20;

/** Whether the pages of a store are looked through when it is opened. */
export const isCheckedAtOpen = (path: string): boolean =>
  (statSync(join(path, "data.mdb"), { throwIfNoEntry: false })?.size ?? 0) <= SMALL;

/** The name of the network file system with this type number, if it is one. */
export const networkOf = (type: number): string | undefined => NETWORKS.get(type >>> 0);

/** Throws StoreUnavailable if the folder cannot contain a store, or contains something else. */
export function checkFolder(path: string): void {
  const network = process.platform === "linux" ? networkOf(statfsSync(path).type) : undefined;
  if (network) throw new StoreUnavailable("failed", `${path} is on ${network}, but LMDB requires a local disk`);
  const file = join(path, "data.mdb");
  checkData(file);
  const fault = existsSync(file) && isCheckedAtOpen(path) ? faultInPages(file) : undefined;
  if (fault) refuse(`${fault}. ${ADVICE}.`);
  if (!existsSync(join(path, "lock.mdb")) && isFull(path)) {
    throw new StoreUnavailable("full", `The disk has too little free space to open ${path}`);
  }
}

/**
 * LMDB's option for the address space; not set if the space is limited, because LMDB crashes if it is not available.
 */
export function addresses(): { mapSize?: number } {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) return {};
  return /^Max address space +unlimited/m.test(readFileSync("/proc/self/limits", "utf8"))
    ? { mapSize: ADDRESS_SPACE }
    : {};
}
