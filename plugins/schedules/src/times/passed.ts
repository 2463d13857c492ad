import { setImmediate as turn } from "node:timers/promises";
import { nextTime, type Timing } from "./timing.ts";

/** For how long due times are computed before others run, in milliseconds. */
const SLICE = 5;
const SECOND = 1_000;

/** The due times after `from`, up to `to`, oldest first. Undefined if there are more than `most`. */
async function timesBetween(timing: Timing, from: number, to: number, most: number): Promise<number[] | undefined> {
  const times: number[] = [];
  let began = performance.now();
  for (let at = nextTime(timing, from); at !== undefined && at <= to; at = nextTime(timing, at)) {
    if (times.push(at) > most) return undefined;
    if (performance.now() - began < SLICE) continue;
    await turn();
    began = performance.now();
  }
  return times;
}

/**
 * The last due times from `first`, which is one, to `to`: at most `count`, oldest first. It looks back over a span that
 * grows until it has enough of them and shrinks if it has far too many, so that a schedule of every second costs no more
 * after a year than after a minute.
 */
export async function lastTimes(timing: Timing, first: number, to: number, count: number): Promise<number[]> {
  const gap = Math.max(SECOND, (nextTime(timing, first) ?? to) - first);
  let tooShort = 0;
  let tooLong: number | undefined;
  for (let span = gap * (count + 1); ; ) {
    const from = Math.max(first - 1, to - span);
    const times = await timesBetween(timing, from, to, 4 * count + 4);
    if (times && (times.length >= count || from < first)) return times.slice(-count);
    if (times) tooShort = span;
    else tooLong = span;
    span = tooLong === undefined ? span * 2 : Math.floor((tooShort + tooLong) / 2);
  }
}

/** How many due times there are from `first` and before `end`, counted up to `most`. */
export async function countTimes(timing: Timing, first: number, end: number, most: number): Promise<number> {
  return (await timesBetween(timing, first - 1, end - 1, most - 1))?.length ?? most;
}
