import { setTimeout as pause } from "node:timers/promises";
import { type ProcessMark, processStatus } from "@postern/core/process";

const INTERVAL = 50;

/** Whether a process ends within this many milliseconds. */
export const waitUntilGone = (mark: ProcessMark, milliseconds: number): Promise<boolean> =>
  waitUntil(() => processStatus(mark) === "gone", milliseconds);

/** Whether a condition becomes true within this many milliseconds. `signal` ends the wait early. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end || signal?.aborted) return false;
    await pause(INTERVAL);
  }
  return true;
}
