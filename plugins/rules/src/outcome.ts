import type { Reads, Transacting } from "@postern/core";
import { counts, KINDS, type Kind, lasts, problems } from "./collections.ts";
import type { ShownRule } from "./schemas.ts";

/** How a run ended. */
export interface Ended {
  readonly runId: string;
  readonly status: NonNullable<ShownRule["lastRunStatus"]>;
  readonly error?: string | undefined;
}

const MAX_TEXT = 500;
const PROBLEMS = ["loop", "failure", "filter"];

/** Whether a run has done what it was meant to do. */
export const isGood = (status: string): boolean => status === "done" || status === "pending";

/** Stages that a run of a rule has ended. */
export async function noteRun(ctx: Transacting, ruleId: string, { runId, status, error }: Ended): Promise<void> {
  await ctx.store.put(lasts, { ruleId, kind: "run", at: ctx.now, runId, status });
  ctx.store.add(counts, 1, ruleId, isGood(status) ? "run" : "failure");
  if (isGood(status)) return;
  await noteError(ctx, ruleId, error ?? "The run failed");
  ctx.store.place(problems, [status === "stopped" ? "loop" : "failure", ruleId], [ctx.now]);
}

/** Stages that filters have failed. */
export async function noteFilterErrors(
  ctx: Transacting,
  faults: ReadonlyMap<string, { count: number; error: string; eventId: string }>,
): Promise<void> {
  for (const [ruleId, { count, error, eventId }] of faults) {
    ctx.store.add(counts, count, ruleId, "filterError");
    await noteError(ctx, ruleId, `The filter failed for the event ${eventId}: ${error}`);
    ctx.store.place(problems, ["filter", ruleId], [ctx.now]);
  }
}

/** Stages that an event causes no run, although it matches. */
export async function noteSkip(
  ctx: Transacting,
  ruleId: string,
  reason: "rate" | "quiet_time" | "chain",
): Promise<void> {
  ctx.store.add(counts, 1, ruleId, "skip");
  await ctx.store.put(lasts, { ruleId, kind: "skip", at: ctx.now, text: reason });
}

/** Stages the last error of a rule. */
export const noteError = (ctx: Transacting, ruleId: string, text: string) =>
  ctx.store.put(lasts, { ruleId, kind: "error", at: ctx.now, text: text.slice(0, MAX_TEXT) });

/** What a rule has done so far. */
export async function outcomeOf(store: Reads, ruleId: string) {
  const sum = (kind: Kind) => store.sum(counts, ruleId, kind);
  const [run, error, skip] = await Promise.all(["run", "error", "skip"].map((kind) => store.get(lasts, ruleId, kind)));
  return {
    runs: await sum("run"),
    failures: await sum("failure"),
    skipped: await sum("skip"),
    filterErrors: await sum("filterError"),
    ...(run && { lastRunAt: run.at, lastRunId: run.runId, lastRunStatus: run.status }),
    ...(error && { lastError: error.text, lastErrorAt: error.at }),
    ...(skip && { lastSkipAt: skip.at, lastSkipReason: skip.text }),
  } as Omit<ShownRule, keyof typeof lasts>;
}

/** Stages that the problems of a rule are no longer reported, because it was changed. */
export function clearProblems({ store }: Pick<Transacting, "store">, ruleId: string): void {
  for (const kind of PROBLEMS) store.unplace(problems, [kind, ruleId]);
}

/** Stages the end of all that is known of a rule that is removed. */
export async function forgetOutcome({ store }: Pick<Transacting, "store">, ruleId: string): Promise<void> {
  for (const kind of ["run", "error", "skip"]) await store.delete(lasts, ruleId, kind);
  clearProblems({ store }, ruleId);
  for (const kind of KINDS) store.add(counts, -(await store.unchecked.sum(counts, ruleId, kind)), ruleId, kind);
}
