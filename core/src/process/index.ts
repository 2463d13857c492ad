/** Processes of this machine, identified reliably even if their pid was reused. */
import { isStillRunning, type ProcessMark } from "../storage/process-mark.ts";

export { isHere, isRunning, type ProcessMark, processMark, startTimeOf } from "../storage/process-mark.ts";
export { isShared, namingHost, ownMachine, withHost } from "./machine.ts";
export { type ProgramResult, runProgram, spawnProgram } from "./spawn.ts";

/**
 * `unknown`: it belongs to another machine or container, or a process with this pid exists, but it is uncertain whether
 * it is the same one.
 */
export type ProcessStatus = "alive" | "gone" | "unknown";

/** Whether the process of a mark still runs. */
export function processStatus(mark: ProcessMark): ProcessStatus {
  const isAlive = isStillRunning(mark);
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
