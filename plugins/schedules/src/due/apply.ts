import { omitUndefined, type Transacting } from "@postern/core";
import type { ConsumerContext } from "@postern/kit/queue";
import { schedules, type TimingRecord, timings } from "../collections.ts";
import { disableSchedule } from "../disable.ts";
import { runFinished, scheduleEnded } from "../events.ts";
import { runs } from "../runs/queue.ts";
import { toSchedule } from "../schedule.ts";
import type { RunOutcome } from "../schemas.ts";
import { type Decision, MAX_COUNTED, type Skipped } from "./decide.ts";

/** Maximum number of runs of a schedule that have not ended. */
export const MAX_ACTIVE = 100;
/** The work of adding a run, so that others run after every 25. */
const RUN_WORK = 20;

/** A commit that adds runs. */
export type DueContext = Transacting & Pick<ConsumerContext, "host" | "afterCommit">;

/** A decision on a schedule, and what its commit must know. */
export interface Prepared {
  readonly timing: TimingRecord;
  readonly decision: Decision;
  /** Its runs that have not ended. */
  readonly active: readonly Active[];
}
type Active = Awaited<ReturnType<typeof runs.activeAbout>>[number];

/**
 * Reads what a decision depends on, before anything is staged: searches get slower with every staged change. Undefined if
 * the schedule was changed since: then it is decided again.
 */
export async function prepare(
  { store }: Transacting,
  { timing, decision }: Pick<Prepared, "timing" | "decision">,
): Promise<Prepared | undefined> {
  const current = await store.get(timings, timing.schedule);
  if (current?.revision !== timing.revision) return undefined;
  const active = decision.runs.length === 0 ? [] : await runs.activeAbout({ store }, timing.schedule, MAX_ACTIVE);
  return { timing, decision, active };
}

/**
 * Stages what was decided on a schedule: its runs, its next due time, and a record of what is left out. Returns the runs
 * that were canceled for it.
 */
export async function applyDecision(
  ctx: DueContext,
  prepared: Prepared,
  pace: (work: number) => Promise<void> | undefined,
): Promise<readonly string[]> {
  const { timing, decision } = prepared;
  const { missed, doneTo, next, fault } = decision;
  const after = omitUndefined({ ...timing, nextDueAt: next, doneTo, revision: timing.revision + 1 });
  await ctx.store.put(timings, after);
  if (fault !== undefined) await disableSchedule(ctx, timing.schedule, "times_invalid");
  if (missed) await recordSkipped(ctx, timing, missed, "missed");
  const { added, left, canceled } = await overlapping(ctx, prepared);
  if (left) await recordSkipped(ctx, timing, left, "overlap");
  for (const dueAt of added) {
    await addRun(ctx, timing, dueAt);
    await pace(RUN_WORK);
  }
  if (next === undefined && fault === undefined) await endSchedule(ctx, after);
  return canceled;
}

interface Overlapping {
  readonly added: readonly number[];
  readonly left?: Skipped | undefined;
  readonly canceled: readonly string[];
}

/** Which due times get a run if earlier runs have not ended. */
async function overlapping(
  ctx: DueContext,
  { timing: { schedule, overlap }, decision: { runs: due }, active }: Prepared,
): Promise<Overlapping> {
  if (active.length === 0) return { added: due, canceled: [] };
  if (overlap === "cancel") {
    const canceled = await runs.cancelAbout(ctx, schedule, "Canceled, because the next run was due");
    for (const { id, payload } of active) ctx.emit(runFinished, { run: { id, ...payload }, status: "canceled" });
    return { added: due.slice(-1), left: skippedOf(due.slice(0, -1)), canceled };
  }
  const room = overlap === "queue" ? Math.max(0, MAX_ACTIVE - active.length) : 0;
  return { added: due.slice(0, room), left: skippedOf(due.slice(room)), canceled: [] };
}

function skippedOf(due: readonly number[]): Skipped | undefined {
  const [dueAt, lastDueAt] = [due[0], due.at(-1)];
  if (dueAt === undefined || lastDueAt === undefined) return undefined;
  return { dueAt, lastDueAt, count: Math.min(MAX_COUNTED, due.length) };
}

async function addRun(ctx: DueContext, timing: TimingRecord, dueAt: number): Promise<void> {
  const { schedule, name, createdBy, jitterMs = 0 } = timing;
  const delay = Math.floor(Math.random() * (jitterMs + 1));
  // Once for its due time, whatever became of it: also if the clock was set back.
  await runs.add(ctx, { schedule, name, dueAt, createdBy }, { key: `${schedule}@${dueAt}`, once: true, delay });
}

async function recordSkipped(
  ctx: Transacting,
  { schedule, name, createdBy }: TimingRecord,
  skipped: Skipped,
  reason: "missed" | "overlap",
): Promise<void> {
  const { dueAt, lastDueAt, count } = skipped;
  const why = reason === "missed" ? "the gateway did not run" : "the previous run had not ended";
  const times = count === 1 ? "1 due time" : `${count}${count >= MAX_COUNTED ? " or more" : ""} due times`;
  const until = count === 1 ? "" : ` from ${new Date(dueAt).toISOString()} to ${new Date(lastDueAt).toISOString()}`;
  const outcome: RunOutcome = {
    ...{ status: "skipped", message: `Skipped ${times}${until}: ${why}`, reason, count },
    ...(count > 1 && { lastDueAt }),
  };
  const payload = { schedule, name, dueAt, createdBy };
  const id = await runs.addFinished(ctx, payload, outcome, { key: `${schedule}@${dueAt}-skipped` });
  ctx.emit(runFinished, { run: { id, ...payload }, status: "skipped", outcome });
}

async function endSchedule({ store, now, emit }: Transacting, timing: TimingRecord): Promise<void> {
  const record = await store.get(schedules, timing.schedule);
  if (!record) return;
  const ended = { ...record, status: "ended" as const, updatedAt: now };
  await store.put(schedules, ended);
  emit(scheduleEnded, { schedule: toSchedule(ended, timing) });
}
