import { setTimeout as pause } from "node:timers/promises";
import { type ProcessMark, standingOf } from "@postern/core/process";

const LOOK = 50;

/** Whether a process ends within this many milliseconds. */
export const untilGone = (mark: ProcessMark, milliseconds: number): Promise<boolean> =>
  until(() => standingOf(mark) === "gone", milliseconds);

/** Whether a condition becomes true within this many milliseconds. `signal` ends the wait early. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await isSo())) {
    if (performance.now() > end || signal?.aborted) return false;
    await pause(LOOK);
  }
  return true;
}
