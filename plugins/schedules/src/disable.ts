import { omitUndefined, type Transacting } from "@postern/core";
import { schedules, timings } from "./collections.ts";
import { scheduleDisabled } from "./events.ts";
import { type Found, toSchedule } from "./schedule.ts";
import type { StatusReason } from "./schemas.ts";

/**
 * Stages the end of the due times of a schedule, in the caller's transaction. Undefined if it was removed, disabled or
 * had ended already.
 */
export async function disableSchedule(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  id: string,
  reason: StatusReason,
): Promise<Found | undefined> {
  const [before, timed] = [await store.get(schedules, id), await store.get(timings, id)];
  if (!before || !timed || before.status === "disabled") return undefined;
  const record = { ...before, status: "disabled" as const, statusReason: reason, updatedAt: now };
  const timing = omitUndefined({ ...timed, nextDueAt: undefined, revision: timed.revision + 1 });
  await store.put(schedules, record);
  await store.put(timings, timing);
  emit(scheduleDisabled, { schedule: toSchedule(record, timing), reason });
  return { record, timing };
}
