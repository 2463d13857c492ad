import type { Cause, PluginContext, Transacting } from "@postern/core";
import { type AttemptRecord, attempts, type ScheduleRecord, schedules } from "../collections.ts";
import { runStarted } from "../events.ts";
import type { RunPayload } from "../schemas.ts";

/** A run that has begun. */
export interface Begun {
  readonly schedule: ScheduleRecord;
  readonly attempt: AttemptRecord;
  /** Another action was set after the run had begun: a repeated call would be a second one. */
  readonly isChanged: boolean;
}

export interface Beginning {
  readonly id: string;
  readonly payload: RunPayload;
  readonly cause: Cause;
}

/**
 * Stages the begin of a run, before its operation is called: what a later attempt must know. Undefined if its schedule
 * was removed.
 */
async function beginRun(
  { store, now, emit }: Transacting,
  { id, payload, cause }: Beginning,
): Promise<Begun | undefined> {
  const schedule = await store.get(schedules, payload.schedule);
  if (!schedule) return undefined;
  const { contextId } = schedule;
  const before = await store.get(attempts, id);
  if (before && !before.isOver) return { schedule, attempt: before, isChanged: before.contextId !== contextId };
  const attempt: AttemptRecord = { run: id, contextId, firstAt: now, tries: (before?.tries ?? 0) + 1 };
  await store.put(attempts, attempt);
  emit(runStarted, { run: { id, ...payload } }, cause);
  return { schedule, attempt, isChanged: false };
}

/** The idempotency key of a run: its id, and another one for each retry that a person asked for. */
export const keyOf = ({ run, tries }: AttemptRecord): string => (tries === 1 ? run : `${run}.${tries}`);

/** Maximum number of runs that begin in one commit. */
const PORTION = 50;

/** Begins runs. Those that are claimed together begin in one commit, which costs much less than a commit for each. */
export type BeginRun = (run: Beginning) => Promise<Begun | undefined>;

export function createBeginRun(host: Pick<PluginContext, "transact">): BeginRun {
  const waiting: { run: Beginning; resolve(begun: Begun | undefined): void; reject(error: unknown): void }[] = [];

  async function beginAll(): Promise<void> {
    const portion = waiting.splice(0, PORTION);
    if (waiting.length > 0) setImmediate(beginAll);
    try {
      const begun = await host.transact(async (ctx) => {
        const all: (Begun | undefined)[] = [];
        for (const { run } of portion) all.push(await beginRun(ctx, run));
        return all;
      });
      portion.forEach(({ resolve }, at) => {
        resolve(begun[at]);
      });
    } catch (error) {
      for (const { reject } of portion) reject(error);
    }
  }

  return (run) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ run, resolve, reject }) === 1) setImmediate(beginAll);
    });
}
