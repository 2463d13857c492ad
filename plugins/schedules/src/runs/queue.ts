import { defineQueue } from "@postern/kit/queue";
import { group } from "../group.ts";
import { isVisible } from "../rights.ts";
import { RunOutcome, RunPayload } from "../schemas.ts";
import { finishDead } from "./finish.ts";
import { performRun } from "./perform.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Milliseconds between attempts. All together they take longer than the ten minutes for which the kernel takes work that
 * was begun by a process that is gone for running.
 */
const BACKOFF = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 12 * MINUTE];

/** The runs of all schedules. Those of one schedule are performed one after another. */
export const runs = defineQueue(group, "runs", {
  one: "run",
  entry: RunPayload,
  note: RunOutcome,
  columns: { name: "text", dueAt: "time", schedule: ["id", 3], isManual: ["plain", 4], lastAttempt: ["text", 1] },
  about: { field: "schedule", of: ({ schedule }) => schedule },
  lane: ({ schedule }) => schedule,
  visible: (who, { schedule, createdBy }) => isVisible(who, schedule, createdBy),
  backoff: BACKOFF,
  // What takes longer than this does its work in a queue of its own.
  timeout: 10 * MINUTE,
  // A run mostly waits, and a slow operation must not delay the runs of other schedules.
  concurrency: 128,
  died: finishDead,
  handle: (entry, ctx) => performRun(entry, ctx, entry.attempt > BACKOFF.length),
});
