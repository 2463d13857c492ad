import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** The longest time in milliseconds for which `work` let nothing else run: the best of three, as others use the machine. */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await wait(20);
    delay.reset();
    await work();
    await wait(20);
    delay.disable();
    best = Math.min(best, delay.max / 1e6);
  }
  return best;
}
