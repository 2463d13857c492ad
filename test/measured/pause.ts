import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** Whatever else a machine does can only make a measurement longer: the least of so many counts. */
const ROUNDS = 3;

/**
 * The longest time in milliseconds for which `work` let nothing else run. It is measured again while it is over
 * `limit`.
 */
export async function longestPause(limit: number, work: () => unknown): Promise<number> {
  return leastOf(limit, () => pauseOf(work));
}

/** Milliseconds of processor time that `work` takes in this process. It is measured again while it is over `limit`. */
export async function processorTime(limit: number, work: () => unknown): Promise<number> {
  return leastOf(limit, async () => {
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e3;
  });
}

async function leastOf(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= limit; round++) least = Math.min(least, await measure());
  return least;
}

async function pauseOf(work: () => unknown): Promise<number> {
  let longest = 0;
  await wait(20);
  let [since, used] = [performance.now(), threadTime()];
  // Time in which the machine ran somebody else does not count.
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
