export { retryDelay, withJitter } from "./backoff.ts";
export { defineQueue } from "./define.ts";
export { giveUp, notNow, retryIn } from "./fault.ts";
export { defineFollower, type FollowerDefinition } from "./follow.ts";
export { defineJob, type JobDefinition } from "./job.ts";
export { createLoop, type Loop, type LoopSetting } from "./loop.ts";
export type { Schedule } from "./schedule.ts";
export { detectSetBack, type SetBackDetector } from "./set-back.ts";
export { createSharedRuns, type SharedRuns } from "./shared-runs.ts";
export type {
  Queue,
  QueueDefinition,
  QueueEntry,
  QueueOperations,
  Settle,
  SettleContext,
  ShownEntry,
} from "./types.ts";
