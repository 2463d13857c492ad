export { defineQueue, type Queue, type QueueDefinition, type QueueEntry } from "./define.ts";
export { giveUp, retryIn } from "./fault.ts";
export { defineFollower, type FollowerDefinition } from "./follow.ts";
