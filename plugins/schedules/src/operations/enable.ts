import { callerOf, defineCommand, omitUndefined, type Reads, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { schedules, timings } from "../collections.ts";
import { HasEnded, KeyEnded, ScheduleNotFound } from "../errors.ts";
import { scheduleEnabled } from "../events.ts";
import { group } from "../group.ts";
import { type Found, ownSchedule, showSchedule, toSchedule } from "../schedule.ts";
import { ScheduleId, ShownSchedule } from "../schemas.ts";
import { nextFrom } from "../when-due.ts";

export const enable = defineCommand(group, {
  id: "schedules.enable",
  summary: "Enable a schedule",
  description:
    "Due times that passed while it was disabled are skipped. If the schedule is already enabled, nothing changes.",
  properties: ["lasting"],
  input: T.Object({ id: ScheduleId }),
  output: T.Object({ schedule: described(ShownSchedule, "The schedule") }),
  errors: [ScheduleNotFound, KeyEnded, HasEnded],
  examples: [{ title: "Enable a schedule", input: { id: "sched_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    await assertEnabling(ctx, await ownSchedule(ctx, id));
    return { summary: `Enable ${id}` };
  },
  async undo(ctx, _plan, { id }) {
    const { record } = await ownSchedule(ctx, id);
    return record.status === "disabled" ? { operation: "schedules.disable", input: { id } } : undefined;
  },
  async execute(ctx, _plan, { id }) {
    const { store, now, emit } = ctx;
    const before = await ownSchedule(ctx, id);
    if (before.record.status === "enabled") return { schedule: await showSchedule(store, before) };
    const record = omitUndefined({
      ...before.record,
      status: "enabled" as const,
      statusReason: undefined,
      updatedAt: now,
    });
    const { revision } = before.timing;
    const nextDueAt = nextFrom(before.timing, now);
    const timing = omitUndefined({ ...before.timing, nextDueAt, revision: revision + 1 });
    await store.put(schedules, record);
    await store.put(timings, timing);
    emit(scheduleEnabled, { schedule: toSchedule(record, timing) });
    return { schedule: await showSchedule(store, { record, timing }) };
  },
});

/** Refuses what could not run: a schedule without due times, or whose key has ended. */
async function assertEnabling({ store, now }: { store: Reads; now: number }, { record, timing }: Found): Promise<void> {
  const { id, status, contextId } = record;
  if (status === "enabled") return;
  if (nextFrom(timing, now) === undefined) throw HasEnded({ id });
  if (!(await callerOf(store, contextId, now))) throw KeyEnded({ id, contextId });
}
