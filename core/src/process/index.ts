/** Processes of this machine, told apart also where one has the number of another that is gone. */
import { isRunning, startOf } from "../storage/plain/process-start.ts";

export { startOf } from "../storage/plain/process-start.ts";
export { type Ran, runProgram, spawnProgram } from "./spawn.ts";

/** A process, and when it began as far as the system tells. */
export interface ProcessMark {
  readonly pid: number;
  readonly start?: string;
}

/** `unknown`: a process has the number, and nothing tells whether it is the one that is meant. */
export type Standing = "alive" | "gone" | "unknown";

/** The mark of a process that runs now; this one's unless said. */
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

/** Signals the process that is meant and no other: `unknown` was not signalled, `refused` belongs to somebody else. */
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
