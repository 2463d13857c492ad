export { retryDelay, withJitter } from "./backoff.ts";
export { type ClockStepDetector, createClockStepDetector } from "./clock-step.ts";
export { type ConsumerContext, type ConsumerDefinition, defineConsumer } from "./consumer.ts";
export { defineQueue } from "./define.ts";
export { commitEach, type Each } from "./each.ts";
export { isUntried, nonRetryable, postpone, requeueForAnotherHost, retryIn, retryOf } from "./fault.ts";
export { defineJob, type JobDefinition } from "./job.ts";
export { createKnown } from "./known.ts";
export { createLeader, type Leader, type LeaderLease } from "./leader.ts";
export { isInForce, keepRenewed, LEASE, RENEW_EVERY } from "./lease.ts";
export type { Schedule } from "./schedule.ts";
export { createSharedRuns, type SharedRuns } from "./shared-runs.ts";
export type { QueueOperations, ShownEntry } from "./shown-types.ts";
export type {
  AddOptions,
  Completion,
  CompletionContext,
  HiddenQueueDefinition,
  Queue,
  QueueDefinition,
  QueueEntry,
} from "./types.ts";
