import { type Static, T, type Transacting } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { ActionOutcome } from "@postern/kit/actions";
import { defineQueue } from "@postern/kit/queue";
import { needs, rules } from "../collections.ts";
import { runFinished } from "../events.ts";
import { group } from "../group.ts";
import { releaseEvent } from "../kept-event.ts";
import { isGood, noteRun } from "../outcome.ts";
import { placeOf } from "../place.ts";
import { RunStatus } from "../schemas.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Milliseconds between the attempts of a run. */
export const BACKOFF = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE];

/** What came of a run. */
export const RunOutcome = T.Object({ ...ActionOutcome.properties, status: RunStatus });
export type RunOutcome = Static<typeof RunOutcome>;

const UNKNOWN: RunOutcome = { status: "unclear" };

const Run = T.Object({
  rule: T.String({ description: "Id of the rule" }),
  event: T.String({ description: "Id of the event that it follows" }),
  type: T.String({ description: "Type of that event" }),
  events: T.Integer({ description: "Number of matching events that it is about" }),
});
export type Run = Static<typeof Run>;

/**
 * Runs: one entry for each rule and event, or for the last of the events that a rule has waited for. Its id is the
 * idempotency key of its operation.
 */
export const runs = defineQueue(group, "runs", {
  one: "run",
  entry: Run,
  columns: { type: "plain", rule: ["id", 3], event: ["plain", 4] },
  note: RunOutcome,
  about: { field: "rule", of: ({ rule }) => rule },
  // Visible to callers who may see the rule; runs of a removed rule are visible to admins only.
  async visible({ caller, store }, { rule: id }) {
    const rule = await store.get(rules, id);
    return rule !== undefined && canAccessCreated(store, caller, rule.contextId);
  },
  backoff: BACKOFF,
  timeout: 2 * MINUTE,
  concurrency: 32,
  share: { of: ({ rule }) => rule, most: 8 },
  // Without a note its worker ended during an attempt.
  died: (ctx, { id, payload, error, note = UNKNOWN }) =>
    finishRun(ctx, id, payload, note, note.error?.message ?? error),
});

/** Stages the end of a run, in the commit that marks its entry as done or dead. */
export async function finishRun(ctx: Transacting, id: string, run: Run, outcome: RunOutcome, error?: string) {
  const { status, resultId, approvalId } = outcome;
  const at = placeOf(run.event);
  const need = await ctx.store.get(needs, at.number, at.place, id);
  if (isGood(status)) {
    await ctx.store.delete(needs, at.number, at.place, id);
    await releaseEvent(ctx, at);
  } else if (need) {
    // If a person asks for it again, knowing this outcome, that is another call.
    const { startedAt: _, actionContextId: __, round = 0, ...rest } = need;
    await ctx.store.put(needs, { ...rest, round: round + 1 });
  }
  const rule = await ctx.store.get(rules, run.rule);
  if (!rule) return;
  await noteRun(ctx, rule.id, { runId: id, status, error });
  ctx.emit(runFinished, {
    ...{ runId: id, ruleId: rule.id, contextId: rule.contextId, eventId: run.event, eventType: run.type, status },
    ...(resultId !== undefined && { resultId }),
    ...(approvalId !== undefined && { approvalId }),
    ...(error !== undefined && { error }),
  });
}
