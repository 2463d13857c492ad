/** Processes of this machine, identified reliably even if their pid was reused. */
import { isRunning, startOf } from "../storage/plain/process-start.ts";

export { startOf } from "../storage/plain/process-start.ts";
export { type Ran, runProgram, spawnProgram } from "./spawn.ts";

/** A process and its start time, if the system provides it. */
export interface ProcessMark {
  readonly pid: number;
  readonly start?: string;
}

/** `unknown`: a process with this pid exists, but it is uncertain whether it is the same one. */
export type Standing = "alive" | "gone" | "unknown";

/** The mark of a running process, by default this one. */
export function markOf(pid: number = process.pid): ProcessMark {
  const start = startOf(pid);
  return { pid, ...(start !== undefined && { start }) };
}

export function standingOf({ pid, start }: ProcessMark): Standing {
  if (!isRunning(pid)) return "gone";
  const current = startOf(pid);
  if (current === undefined || start === undefined) return "unknown";
  return current === start ? "alive" : "gone";
}

/**
 * Sends a signal only to the process of this mark. `unknown`: not sent. `refused`: the process belongs to another user.
 */
export function signalTo(mark: ProcessMark, signal: NodeJS.Signals): "sent" | "refused" | "gone" | "unknown" {
  const standing = standingOf(mark);
  if (standing !== "alive") return standing;
  try {
    process.kill(mark.pid, signal);
    return "sent";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "refused" : "gone";
  }
}
