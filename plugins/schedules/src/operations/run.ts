import { callerOf, defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { MAX_ACTIVE } from "../due/apply.ts";
import { KeyEnded, ScheduleNotFound, TooManyRuns } from "../errors.ts";
import { group } from "../group.ts";
import { runs } from "../runs/queue.ts";
import { ownSchedule } from "../schedule.ts";
import { Run, ScheduleId } from "../schemas.ts";

export const run = defineCommand(group, {
  id: "schedules.run",
  summary: "Start a run of a schedule now",
  description:
    "Its due times are not changed. If an earlier run has not ended, this one starts after it. A disabled schedule can be run, too.",
  input: T.Object({ id: ScheduleId }),
  output: endsLater(T.Object({ run: described(Run, "The run") }), {
    what: "run",
    query: "schedules.runs.show",
    input: { id: "run.id" },
    state: "run.status",
    good: ["done"],
    bad: ["dead", "discarded"],
    reason: "run.lastError",
  }),
  errors: [ScheduleNotFound, KeyEnded, TooManyRuns],
  examples: [{ title: "Run a schedule now", input: { id: "sched_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    const { record } = await ownSchedule(ctx, id);
    const { contextId, action } = record;
    if (!(await callerOf(ctx.store, contextId, ctx.now))) throw KeyEnded({ id, contextId });
    const active = await runs.activeAbout({ store: ctx.store.unchecked }, id, MAX_ACTIVE);
    if (active.length >= MAX_ACTIVE) throw TooManyRuns({ id, limit: MAX_ACTIVE });
    return { summary: `Run ${action.operation}`, effects: [`runs ${action.operation}`] };
  },
  async execute(ctx, _plan, { id }) {
    const { record } = await ownSchedule(ctx, id);
    const { name, createdBy } = record;
    const payload = { schedule: id, name, dueAt: ctx.now, isManual: true, createdBy };
    return { run: { id: await runs.add(ctx, payload), ...payload } };
  },
});
