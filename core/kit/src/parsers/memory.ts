import { readFileSync } from "node:fs";
import { runProgram } from "@postern/core/process";

/** Milliseconds between two looks. A process can allocate about 100 MiB in the meantime. */
const LINUX_INTERVAL = 50;
/** Each look starts a program. */
const OTHER_INTERVAL = 500;
const KIB_PER_MIB = 1_024;

/**
 * Calls `exceeded` once a process uses more than `limit` MiB of memory, and returns a function that ends the watch. The
 * limit of V8's heap does not include buffers. On Windows nothing is watched.
 */
export function watchMemory(pid: number | undefined, limit: number, exceeded: () => void): () => void {
  if (pid === undefined || process.platform === "win32") return () => {};
  const isLinux = process.platform === "linux";
  const look = async () => {
    const used = isLinux ? residentOf(pid) : await residentBy(pid);
    if (used !== undefined && used > limit * KIB_PER_MIB) exceeded();
  };
  const timer = setInterval(look, isLinux ? LINUX_INTERVAL : OTHER_INTERVAL);
  return () => clearInterval(timer);
}

/** Resident memory in KiB. Undefined if the process has ended. */
function residentOf(pid: number): number | undefined {
  try {
    const [, used] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    return used === undefined ? undefined : Number(used);
  } catch {
    return undefined;
  }
}

async function residentBy(pid: number): Promise<number | undefined> {
  const { code, out } = await runProgram("ps", ["-o", "rss=", "-p", String(pid)], { timeout: 5_000 });
  return code === 0 ? Number(out) : undefined;
}
