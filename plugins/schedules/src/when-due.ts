import type { TimingRecord } from "./collections.ts";
import { nextTime, type Timing } from "./times/timing.ts";

/** A clock that is set back by less than this does not repeat due times, in milliseconds. */
export const SET_BACK = 3 * 60 * 60 * 1000;

/** The next due time of a schedule that continues now: due times that passed while it was disabled are left out. */
export function nextFrom(timing: Timing & Pick<TimingRecord, "doneTo">, now: number): number | undefined {
  const { doneTo } = timing;
  return nextTime(timing, doneTo > now && doneTo - now < SET_BACK ? doneTo : now);
}
