import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** A text, and the milliseconds for reading and writing it on the machines for which the limits were chosen. */
const SAMPLE = JSON.stringify(Array.from({ length: 1_500 }, (_, at) => ({ id: at, text: `${at}${"x".repeat(220)}` })));
const USUAL = 1.2;

/** Whatever else a machine does can only make a measurement longer: the least of so many counts. */
const ROUNDS = 3;

/**
 * The longest time in milliseconds for which `work` let nothing else run, on a machine of the usual speed. It is measured
 * again while it is over `limit`; work that does something only once has one round.
 */
export async function longestPause(limit: number, work: () => unknown, rounds = ROUNDS): Promise<number> {
  return leastOf(limit, () => pauseOf(work), rounds);
}

/**
 * Milliseconds of processor time that `work` takes in this process, on a machine of the usual speed. It is measured again
 * while it is over `limit`.
 */
export async function processorTime(limit: number, work: () => unknown): Promise<number> {
  return leastOf(limit, async () => {
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e3;
  });
}

/** The least of several measurements, on a machine of the usual speed. It is measured again while it is over `limit`. */
export async function leastOf(
  limit: number,
  measure: () => Promise<number> | number,
  rounds = ROUNDS,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least >= limit; round++) {
    const before = samples();
    const measured = await measure();
    least = Math.min(least, measured / slownessIn([...before, ...samples()]));
  }
  return least;
}

/**
 * How many times slower than usual this machine is at the moment. A shared machine may take a processor away without
 * saying so, for minutes, and what is limited is the work, not the machine.
 */
function slownessIn(times: readonly number[]): number {
  const median = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] as number;
  return Math.max(1, median / USUAL);
}

/** Milliseconds of processor time that the same work takes now, several times. */
function samples(): number[] {
  return Array.from({ length: 9 }, () => {
    const began = threadTime();
    const { length } = JSON.stringify(JSON.parse(SAMPLE));
    // The length is used, so that the work is not left out.
    return length === SAMPLE.length ? threadTime() - began : Number.POSITIVE_INFINITY;
  });
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
export function threadTime(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}
