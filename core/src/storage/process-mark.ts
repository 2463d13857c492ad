import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process, where it runs and when it started, if the system provides that. */
export interface ProcessMark {
  readonly pid: number;
  readonly start?: string;
}

/** The mark of a running process, by default this one. */
export function processMark(pid: number = process.pid): ProcessMark {
  const start = startTimeOf(pid);
  return { pid, ...(start !== undefined && { start }) };
}

/**
 * Whether a process is running. Undefined if that cannot be known: it runs elsewhere, or its
 * pid is in use and there is no start to compare.
 */
export function isStillRunning(mark: ProcessMark): boolean | undefined {
  const { pid, start } = mark;
  if (!isHere(mark)) return undefined;
  if (!isRunning(pid)) return false;
  const current = startTimeOf(pid);
  return current === undefined || start === undefined ? undefined : current === start;
}

/** Whether a process runs, or ran, on the host of this process, so that it can be inspected and signaled. */
export const isHere = ({ start }: ProcessMark): boolean => start === undefined || start.startsWith(`${place()}/`);

/** Whether a process of any user with this pid is running. A zombie is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !/^[ZX]/.test(statOf(pid) ?? "");
}

/**
 * Where a process runs and when it started, since pids are reused. Undefined if the system does not provide it.
 */
export function startTimeOf(pid: number): string | undefined {
  const isReported = process.platform !== "linux" && process.platform !== "win32";
  const at = statOf(pid)?.split(" ")[19] ?? (isReported ? startFromPs(pid) : undefined);
  return at && `${place()}/${at}`;
}

/**
 * Within what a pid identifies one process. A name would not do: machines and containers with the same name share a
 * store.
 */
function place(): string {
  const boot = textOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"))?.trim();
  return boot === undefined ? hostname() : `${boot}:${textOf(() => readlinkSync("/proc/self/ns/pid"))}`;
}

/**
 * Linux: the fields after the process name, which may contain blanks and brackets. The state is first, the start time
 * 20th.
 */
function statOf(pid: number): string | undefined {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat?.slice(stat.lastIndexOf(")") + 2);
}

function startFromPs(pid: number): string | undefined {
  const asked = ["-o", "lstart=", "-p", String(pid)];
  return textOf(() => execFileSync("ps", asked, { encoding: "utf8", timeout: 2_000 }))?.trim();
}

function textOf(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
