import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** More than this part of all cores taken by other programs, and a figure says little about ours. */
const TOO_MUCH = 0.15;
/** Ticks are a hundredth of a second: over a shorter time they say nothing. */
const LEAST_TICKS = 20;

interface Ticks {
  /** Since the machine started, on one core. */
  at: number;
  /** Of all cores, spent by everybody or taken by other machines of the host. */
  busy: number;
  /** Spent by this process and its descendants, also those that have ended. */
  own: number;
}

/** Runs a measurement, and prints a warning if other programs used so much of the cores meanwhile that it is worthless. */
export async function undisturbed<T>(name: string, measure: () => Promise<T>): Promise<T> {
  const before = ticks();
  const result = await measure();
  const share = othersBetween(before, ticks());
  if (share !== undefined && share > TOO_MUCH)
    console.log(`  warning: other programs used ${Math.round(share * 100)} % of the cores during ${name}`);
  return result;
}

/** The part of all cores that was not ours, from 0 to 1. Undefined if it is not known. */
function othersBetween(before: Ticks | undefined, after: Ticks | undefined): number | undefined {
  if (!before || !after || after.at - before.at < LEAST_TICKS) return undefined;
  const others = after.busy - before.busy - (after.own - before.own);
  return Math.max(0, others) / ((after.at - before.at) * availableParallelism());
}

/** Undefined where there is no `/proc`. */
function ticks(): Ticks | undefined {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = numbersOf(
      readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? "",
      1,
    );
    const [uptime = 0] = numbersOf(readFileSync("/proc/uptime", "utf8"), 0);
    return { at: uptime * 100, busy: user + nice + system + irq + softirq + steal, own: ownTicks() };
  } catch {
    return undefined;
  }
}

const numbersOf = (line: string, from: number): number[] => line.trim().split(/\s+/).slice(from).map(Number);

function ownTicks(): number {
  const used = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name of the program, in parentheses, may contain anything. After it: state, parent, …; 14 to 17 are times.
      const fields = numbersOf(text.slice(text.lastIndexOf(")") + 2), 0);
      const times = fields.slice(11, 15).reduce((sum, time) => sum + time, 0);
      used.set(Number(name), { parent: fields[1] ?? 0, ticks: times });
    } catch {
      // It has ended; its parent now has its times.
    }
  }
  let sum = 0;
  for (const [id, { ticks }] of used) {
    let at: number | undefined = id;
    while (at !== undefined && at !== process.pid) at = used.get(at)?.parent;
    if (at === process.pid) sum += ticks;
  }
  return sum;
}
