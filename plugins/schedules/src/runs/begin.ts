import type { PluginTransaction } from "@postern/core";
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

/**
 * Stages the begin of a run, before its operation is called: what a later attempt must know. Undefined if its schedule
 * was removed.
 */
export async function beginRun(
  { store, now, emit }: PluginTransaction,
  id: string,
  payload: RunPayload,
): Promise<Begun | undefined> {
  const schedule = await store.get(schedules, payload.schedule);
  if (!schedule) return undefined;
  const { contextId } = schedule;
  const before = await store.get(attempts, id);
  if (before && !before.isOver) return { schedule, attempt: before, isChanged: before.contextId !== contextId };
  const attempt: AttemptRecord = { run: id, contextId, firstAt: now, tries: (before?.tries ?? 0) + 1 };
  await store.put(attempts, attempt);
  emit(runStarted, { run: { id, ...payload } });
  return { schedule, attempt, isChanged: false };
}

/** The idempotency key of a run: its id, and another one for each retry that a person asked for. */
export const keyOf = ({ run, tries }: AttemptRecord): string => (tries === 1 ? run : `${run}.${tries}`);
