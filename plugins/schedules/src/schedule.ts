import { type Caller, omitUndefined, type Reads } from "@postern/core";
import { lastRuns, type ScheduleRecord, schedules, type TimingRecord, timings } from "./collections.ts";
import { NameTaken, ScheduleNotFound } from "./errors.ts";
import { foldName } from "./fold-name.ts";
import { mayAccess } from "./rights.ts";
import type { Schedule, ShownSchedule } from "./schemas.ts";

/** A schedule with its due times. */
export interface Found {
  readonly record: ScheduleRecord;
  readonly timing: TimingRecord;
}

/** The schedule, or 404 if it does not exist or the caller may not access it. */
export async function ownSchedule(
  { store, caller }: { store: Reads; caller: Caller },
  id: string,
  right: "read" | "write" = "write",
): Promise<Found> {
  const record = await store.get(schedules, id);
  const timing = record && (await store.get(timings, id));
  if (!record || !timing || !mayAccess(caller, record, right)) throw ScheduleNotFound({ id });
  return { record, timing };
}

/** A schedule as events carry it. */
export function toSchedule({ viewers: _, ...record }: ScheduleRecord, timing: TimingRecord): Schedule {
  const { when, timezone, until, missed, overlap, jitterMs } = timing;
  const { id, name, status, statusReason, ...rest } = record;
  return omitUndefined({
    ...{ id, name, status, statusReason, when, timezone, until },
    ...{ missed, overlap, jitterMs, ...rest },
  }) as Schedule;
}

/** A schedule as callers see it. */
export async function showSchedule(store: Reads, { record, timing }: Found): Promise<ShownSchedule> {
  const { schedule: _, ...last } = (await store.get(lastRuns, record.id)) ?? { schedule: record.id };
  const { nextDueAt } = timing;
  const lastRun = "id" in last ? last : undefined;
  return omitUndefined({ ...toSchedule(record, timing), nextDueAt, lastRun }) as ShownSchedule;
}

/** Refuses a name that another schedule of the same creator has. */
export async function assertNameFree(store: Reads, createdBy: string, name: string, own?: string): Promise<void> {
  const same = await store.one(schedules, "byOwnName", createdBy, foldName(name));
  if (same && same.id !== own) throw NameTaken({ id: same.id, name });
}
