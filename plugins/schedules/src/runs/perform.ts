import type { Cause, PluginContext } from "@postern/core";
import { type ActionOutcome, outcomeOfFailure, performAction } from "@postern/kit/actions";
import { type Completion, nonRetryable, type QueueEntry } from "@postern/kit/queue";
import type { group } from "../group.ts";
import type { RunOutcome, RunPayload } from "../schemas.ts";
import { type Begun, keyOf } from "./begin.ts";
import { finishRun } from "./finish.ts";
import { describeOutcome } from "./message.ts";

interface Working {
  readonly host: PluginContext<typeof group>;
  readonly signal: AbortSignal;
  readonly note: (outcome: RunOutcome) => void;
}

/** One attempt at a run. What comes of it is stored in the commit that marks it as done or dead. */
export async function performRun(
  entry: QueueEntry<RunPayload>,
  { host, signal, note }: Working,
  isLast: boolean,
): Promise<Completion> {
  const { id, payload } = entry;
  const cause = causeOfRun(entry);
  const begun = await host.state.beginRun({ id, payload, cause });
  if (!begun) throw nonRetryable("The schedule was removed");
  const canceled = new AbortController();
  host.state.running.set(id, canceled);
  let action: ActionOutcome;
  try {
    action = await callAction(host, begun, payload, cause, AbortSignal.any([signal, canceled.signal]));
  } catch (error) {
    if (!isLast || signal.aborted) throw error;
    action = outcomeOfFailure(host.services.gateway, begun.schedule.action, error);
  } finally {
    host.state.running.delete(id);
  }
  const outcome = describeOutcome(action, begun, payload);
  note(outcome);
  if (outcome.status === "failed" || outcome.status === "unclear") throw nonRetryable(outcome.message);
  return (ctx) => finishRun(ctx, { id, payload, outcome });
}

async function callAction(
  host: PluginContext<typeof group>,
  { schedule, attempt, isChanged }: Begun,
  { dueAt, schedule: scheduleId }: RunPayload,
  cause: Cause,
  signal: AbortSignal,
): Promise<ActionOutcome> {
  const { gateway } = host.services;
  const { action, contextId, name } = schedule;
  if (isChanged && gateway.operation(action.operation)?.kind !== "query") {
    const message = "Its action was changed after the run started, so it may have been done";
    return { status: "unclear", error: { code: "schedules.action_changed", message } };
  }
  const run = { id: attempt.run, dueAt, dueTime: new Date(dueAt).toISOString(), scheduleId };
  return performAction(gateway, {
    ...{ action, contextId, caller: await host.callerOf(contextId) },
    scope: { run },
    ...{ idempotencyKey: keyOf(attempt), firstAttemptAt: attempt.firstAt, now: host.now() },
    ...{ reason: `Schedule ${JSON.stringify(name)}, due at ${run.dueTime}`, cause, signal },
  });
}

/** A run is the first cause of what it does. One that a caller started continues the chain of that call. */
const causeOfRun = ({ id, cause }: Pick<QueueEntry, "id" | "cause">): Cause => ({
  correlationId: cause?.correlationId ?? id,
  causationId: id,
  depth: cause?.depth ?? 0,
  ...(cause?.traceparent !== undefined && { traceparent: cause.traceparent }),
});
