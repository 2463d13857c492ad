/** Processes of this machine, identified reliably even if their pid was reused. */
import { isStillRunning, startTimeOf } from "../storage/plain/process-start.ts";

export { startTimeOf } from "../storage/plain/process-start.ts";
export { type ProgramResult, runProgram, spawnProgram } from "./spawn.ts";

/** A process, where it runs and when it started, if the system provides that. */
export interface ProcessMark {
  readonly pid: number;
  readonly start?: string;
}

/**
 * `unknown`: it belongs to another machine or container, or a process with this pid exists, but it is uncertain whether
 * it is the same one.
 */
export type ProcessStatus = "alive" | "gone" | "unknown";

/** The mark of a running process, by default this one. */
export function processMark(pid: number = process.pid): ProcessMark {
  const start = startTimeOf(pid);
  return { pid, ...(start !== undefined && { start }) };
}

export function processStatus({ pid, start }: ProcessMark): ProcessStatus {
  const isAlive = isStillRunning(pid, start);
  if (isAlive === undefined) return "unknown";
  return isAlive ? "alive" : "gone";
}

/**
 * Sends a signal only to the process of this mark. `unknown`: not sent. `refused`: the process belongs to another user.
 */
export function sendSignal(mark: ProcessMark, signal: NodeJS.Signals): "sent" | "refused" | "gone" | "unknown" {
  const status = processStatus(mark);
  if (status !== "alive") return status;
  try {
    process.kill(mark.pid, signal);
    return "sent";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "refused" : "gone";
  }
}
