import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** The longest time in milliseconds for which `work` let nothing else run: the best of three, as others use the machine. */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) best = Math.min(best, await pauseOf(work));
  return best;
}

/**
 * The longest time in milliseconds for which `work`, run once, let nothing else run. Time in which the machine ran
 * somebody else does not count.
 */
export async function pauseOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  await wait(20);
  let [since, used] = [performance.now(), threadTime()];
  const look = () => {
    const [now, time] = [performance.now(), threadTime()];
    longest = Math.max(longest, Math.min(now - since, time - used));
    [since, used] = [now, time];
  };
  const timer = setInterval(look, 5);
  try {
    await work();
    await wait(20);
  } finally {
    clearInterval(timer);
  }
  look();
  return longest;
}

/** Milliseconds that this thread has been running; where the system does not say, those of the whole process. */
function threadTime(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}
