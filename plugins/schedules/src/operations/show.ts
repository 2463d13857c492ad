import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ScheduleNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ownSchedule, showSchedule } from "../schedule.ts";
import { ScheduleId, ShownSchedule } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "schedules.show",
  summary: "Show a schedule",
  description: "Shows its due times, its operation, its next due time, and the outcome of the last run.",
  input: T.Object({ id: ScheduleId }),
  output: T.Object({ schedule: described(ShownSchedule, "The schedule") }),
  errors: [ScheduleNotFound],
  examples: [{ title: "Show a schedule", input: { id: "sched_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  run: async (ctx, { id }) => ({ schedule: await showSchedule(ctx.store, await ownSchedule(ctx, id, "read")) }),
});
