import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { disableSchedule } from "../disable.ts";
import { ScheduleNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { runs } from "../runs/queue.ts";
import { ownSchedule, showSchedule } from "../schedule.ts";
import { ScheduleId, ShownSchedule } from "../schemas.ts";

export const disable = defineCommand(group, {
  id: "schedules.disable",
  summary: "Disable a schedule",
  description:
    "Discards its waiting runs; a current run ends as usual. If the schedule is already disabled, nothing changes.",
  properties: ["restricts"],
  input: T.Object({ id: ScheduleId }),
  output: T.Object({ schedule: described(ShownSchedule, "The schedule") }),
  errors: [ScheduleNotFound],
  examples: [{ title: "Disable a schedule", input: { id: "sched_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    await ownSchedule(ctx, id);
    return { summary: `Disable ${id} and discard its waiting runs` };
  },
  async undo(ctx, _plan, { id }) {
    const { record } = await ownSchedule(ctx, id);
    return record.status === "enabled" ? { operation: "schedules.enable", input: { id } } : undefined;
  },
  async execute(ctx, _plan, { id }) {
    const before = await ownSchedule(ctx, id);
    const after = await disableSchedule(ctx, id, "asked");
    if (after) await runs.cancelAbout(ctx, id, "The schedule was disabled", ["waiting"]);
    return { schedule: await showSchedule(ctx.store, after ?? before) };
  },
});
