import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process with this pid is running, whoever owns it. A zombie is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !/^[ZX]/.test(statOf(pid) ?? "");
}

/**
 * The start of a process and the boot of its machine, since pids are reused. Undefined if the system does not provide
 * it.
 */
export function startTimeOf(pid: number): string | undefined {
  const ticks = statOf(pid)?.split(" ")[19];
  if (ticks !== undefined) return `${bootOf()}:${ticks}`;
  return process.platform === "linux" || process.platform === "win32" ? undefined : startFromPs(pid);
}

/**
 * Linux: the fields after the process name, which may contain blanks and brackets. The state is first, the start time
 * 20th.
 */
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

function startFromPs(pid: number): string | undefined {
  try {
    const asked = ["-o", "lstart=", "-p", String(pid)];
    return execFileSync("ps", asked, { encoding: "utf8", timeout: 2_000 }).trim() || undefined;
  } catch {
    return undefined;
  }
}
