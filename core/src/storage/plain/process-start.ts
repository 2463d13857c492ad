import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process has this pid, whoever it belongs to. One that has ended and only waits to be counted is none. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !/^[ZX]/.test(statOf(pid) ?? "");
}

/**
 * When a process began, with the boot of its machine: the same pid may come again for another process. Undefined where
 * the system does not tell.
 */
export function startOf(pid: number): string | undefined {
  const ticks = statOf(pid)?.split(" ")[19];
  if (ticks !== undefined) return `${bootOf()}:${ticks}`;
  return process.platform === "linux" || process.platform === "win32" ? undefined : askedOf(pid);
}

/** What Linux tells of a process behind its name, which may hold blanks and brackets: its state is first, its start 20th. */
function statOf(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2);
}

const bootOf = (): string => textOf("/proc/sys/kernel/random/boot_id")?.trim() ?? "";

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function askedOf(pid: number): string | undefined {
  try {
    const asked = ["-o", "lstart=", "-p", String(pid)];
    return execFileSync("ps", asked, { encoding: "utf8", timeout: 2_000 }).trim() || undefined;
  } catch {
    return undefined;
  }
}
