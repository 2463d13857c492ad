import { omitUndefined, type Transacting } from "@postern/core";
import { attempts, lastRuns, timings } from "../collections.ts";
import { disableSchedule } from "../disable.ts";
import { runFinished } from "../events.ts";
import type { RunOutcome, RunPayload } from "../schemas.ts";
import { isKeyEnded } from "./message.ts";

interface Finished {
  readonly id: string;
  readonly payload: RunPayload;
  readonly outcome: RunOutcome;
}

/** Stages the end of a run: the last run of its schedule, and the event. */
export async function finishRun(ctx: Transacting, { id, payload, outcome }: Finished): Promise<void> {
  const { store, now, emit } = ctx;
  const { schedule, dueAt } = payload;
  const attempt = await store.get(attempts, id);
  const isOver = outcome.status === "failed" || outcome.status === "unclear";
  if (attempt && isOver) await store.put(attempts, { ...attempt, isOver });
  else if (attempt) await store.delete(attempts, id);
  emit(runFinished, { run: { id, ...payload }, status: outcome.status, outcome }, causeOfEnd(ctx, id));
  // Removed in the meantime.
  if (!(await store.get(timings, schedule))) return;
  const last = { schedule, id, dueAt, startedAt: attempt?.firstAt, finishedAt: now, ...outcome };
  await store.put(lastRuns, omitUndefined(last) as typeof last & { startedAt: number });
  if (isKeyEnded(outcome)) await disableSchedule(ctx, schedule, "key_ended");
}

/** The run itself, unless a caller started it. */
const causeOfEnd = ({ cause }: Transacting, id: string) => ({
  correlationId: cause?.correlationId ?? id,
  causationId: id,
  depth: cause?.depth ?? 0,
  ...(cause?.traceparent !== undefined && { traceparent: cause.traceparent }),
});

interface Dead {
  readonly id: string;
  readonly payload: RunPayload;
  readonly error: string | undefined;
  readonly note: RunOutcome | undefined;
}

/** Stages the end of a run that has failed permanently. Without an outcome its process ended during every attempt. */
export async function finishDead(
  ctx: Transacting,
  { id, payload, error = "unknown error", note }: Dead,
): Promise<void> {
  const isKnown = note?.status === "failed" || note?.status === "unclear";
  const unclear: RunOutcome = { status: "unclear", message: `It may have been done. ${error}` };
  await finishRun(ctx, { id, payload, outcome: isKnown ? note : unclear });
}
