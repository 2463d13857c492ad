import { setTimeout as pause } from "node:timers/promises";
import { type ProcessMark, standingOf } from "@postern/core/process";

const LOOK = 50;

/** Whether a process has ended before so many milliseconds were over. */
export const untilGone = (mark: ProcessMark, milliseconds: number): Promise<boolean> =>
  until(() => standingOf(mark) === "gone", milliseconds);

/** Whether something came true before so many milliseconds were over, or `signal` cut the waiting short. */
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
