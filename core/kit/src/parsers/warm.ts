import { type ParserProcess, type ProcessLimits, startProcess } from "./process.ts";

/** Milliseconds until an idle process is ended. */
const IDLE = 30_000;
/** A process that has moved more than this many bytes is not used again: its heap may be large. */
const MAX_TRAFFIC = 16 * 2 ** 20;

interface Idle {
  readonly process: ParserProcess;
  readonly timer: NodeJS.Timeout;
}

/** Processes that wait for their next file, by program: starting one takes far longer than reading a small file. */
const idle = new Map<string, Idle[]>();

/** An idle process of this program, or a new one. */
export function takeProcess(program: URL, limits: ProcessLimits): ParserProcess {
  const waiting = idle.get(program.href) ?? [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    clearTimeout(next.timer);
    if (!next.process.isEnded()) return next.process;
  }
  return startProcess(program, limits);
}

/** Keeps a process for the next file, unless it is large. */
export function keepProcess(program: URL, process: ParserProcess): void {
  if (process.isEnded()) return;
  if (process.traffic() > MAX_TRAFFIC) {
    process.end(new Error("The process has finished"));
    return;
  }
  const timer = setTimeout(() => {
    idle.set(
      program.href,
      (idle.get(program.href) ?? []).filter((one) => one.process !== process),
    );
    process.end(new Error("The process was idle"));
  }, IDLE);
  timer.unref();
  idle.set(program.href, [...(idle.get(program.href) ?? []), { process, timer }]);
}
