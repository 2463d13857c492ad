/** What must hold before LMDB is let near a folder: where it does not, LMDB takes the whole process down. */
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { StoreUnavailable } from "@postern/core/storage";
import { isFull } from "./failure.ts";
import { checkData } from "./head.ts";

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

/** Bytes of addresses to begin with: each time LMDB has to take more, it maps the whole file once again. */
const ROOMY = 64 * 2 ** 30;

/** The network file system with this number, if it is one. */
export const networkOf = (type: number): string | undefined => NETWORKS.get(type >>> 0);

/** Throws StoreUnavailable where a store cannot stand, or where something else stands. */
export function checkPlace(path: string): void {
  const network = process.platform === "linux" ? networkOf(statfsSync(path).type) : undefined;
  if (network) throw new StoreUnavailable("failed", `${path} is on ${network}; LMDB needs a local disk`);
  checkData(join(path, "data.mdb"));
  if (!existsSync(join(path, "lock.mdb")) && isFull(path)) {
    throw new StoreUnavailable("full", `No space is left to open ${path}`);
  }
}

/** LMDB's option for them; none where it had better begin small, since it dies where it cannot have them. */
export function addresses(): { mapSize?: number } {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) return {};
  return /^Max address space +unlimited/m.test(readFileSync("/proc/self/limits", "utf8")) ? { mapSize: ROOMY } : {};
}
