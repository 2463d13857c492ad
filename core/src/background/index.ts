/** Work that runs again and again in this process: loops, intervals, the deletion of old records, clocks for tests. */
export { createInterval, createLoop, IDLE_SLEEP, type Loop, type LoopSetting } from "./loop.ts";
export { logFailure } from "./outage.ts";
export { deleteOlder } from "./retention.ts";
export { elapsedBy, sleepBy } from "./test-clock.ts";
