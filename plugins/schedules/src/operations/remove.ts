import { defineCommand, T } from "@postern/core";
import { revokeActionKey } from "@postern/kit/actions";
import { described } from "@postern/kit/fields";
import { lastRuns, scheduleCount, schedules, timings } from "../collections.ts";
import { ScheduleNotFound } from "../errors.ts";
import { scheduleRemoved } from "../events.ts";
import { group } from "../group.ts";
import { runs } from "../runs/queue.ts";
import { ownSchedule, showSchedule } from "../schedule.ts";
import { ScheduleId, ShownSchedule } from "../schemas.ts";

export const remove = defineCommand(group, {
  id: "schedules.remove",
  summary: "Remove a schedule with its waiting runs",
  description: "Revokes its key. The answer has all settings needed to create the schedule again.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: ScheduleId }),
  output: T.Object({
    schedule: described(ShownSchedule, "The schedule as it was"),
    discarded: T.Integer({ description: "Number of waiting runs that were discarded" }),
  }),
  errors: [ScheduleNotFound],
  examples: [{ title: "Remove a schedule", input: { id: "sched_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    const { record } = await ownSchedule(ctx, id);
    const { name, action, updatedAt } = record;
    return { summary: `Remove ${JSON.stringify(name)}, which runs ${action.operation}`, updatedAt };
  },
  async execute(ctx, _plan, { id }) {
    const { store, emit } = ctx;
    const found = await ownSchedule(ctx, id);
    const schedule = await showSchedule(store, found);
    const { createdBy, contextId } = found.record;
    const discarded = await runs.cancelAbout(ctx, id, "The schedule was removed", ["waiting"]);
    await revokeActionKey(ctx, contextId);
    await store.delete(schedules, id);
    await store.delete(timings, id);
    await store.delete(lastRuns, id);
    store.add(scheduleCount, -1);
    emit(scheduleRemoved, { scheduleId: id, createdBy });
    return { schedule, discarded: discarded.length };
  },
});
