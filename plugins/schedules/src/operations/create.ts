import { defineCommand, omitUndefined, T } from "@postern/core";
import { Action, ActionKeyEnded, ActionKeyRefused, issueActionKey } from "@postern/kit/actions";
import { described, withDefault } from "@postern/kit/fields";
import { type ScheduleRecord, scheduleCount, schedules, type TimingRecord, timings } from "../collections.ts";
import { NameTaken, TooManySchedules } from "../errors.ts";
import { scheduleCreated } from "../events.ts";
import { group } from "../group.ts";
import { checkScheduled, planScheduled } from "../new-action.ts";
import { viewersOf } from "../rights.ts";
import { assertNameFree, showSchedule, toSchedule } from "../schedule.ts";
import { Jitter, Missed, Name, Overlap, ShownSchedule, Until, WhenInput, Zone } from "../schemas.ts";
import { describeTiming, readTiming } from "../times/read-timing.ts";
import { nextTime } from "../times/timing.ts";

/** Maximum number of schedules. */
export const MAX_SCHEDULES = 10_000;

export const create = defineCommand(group, {
  id: "schedules.create",
  summary: "Create a schedule",
  description:
    "At each due time the operation runs as its own context, which has no other rights and ends with yours. If your key may only propose the operation, each run waits for approval.",
  properties: ["lasting"],
  input: T.Object({
    name: Name,
    when: WhenInput,
    timezone: withDefault(Zone, "UTC"),
    action: Action,
    missed: withDefault(Missed, "once"),
    overlap: withDefault(Overlap, "skip"),
    jitterMs: T.Optional(Jitter),
    until: T.Optional(Until),
  }),
  output: T.Object({ schedule: described(ShownSchedule, "The schedule") }),
  errors: [NameTaken, TooManySchedules, ActionKeyEnded, ActionKeyRefused],
  examples: [
    {
      title: "Every weekday at nine",
      input: {
        name: "Morning list",
        when: { cron: "0 9 * * 1-5" },
        timezone: "Europe/Berlin",
        action: { operation: "schedules.list", input: { status: "ended" } },
      },
    },
    {
      title: "Every 15 minutes, one run after another",
      input: {
        name: "Preview",
        when: { every: "15m" },
        action: { operation: "schedules.preview", input: { when: { at: { $: "run.dueAt" } } } },
        overlap: "queue",
      },
    },
  ],
  async plan({ store, services, caller, now }, { name, when, timezone, until, action }) {
    const { isProposal } = await planScheduled(services, caller, action);
    const timing = readTiming({ when, timezone, until }, now);
    await assertNameFree(store, caller.contextId, name);
    // Unchecked: schedules that are created at the same time need not wait for each other, and a few more do no harm.
    if ((await store.unchecked.sum(scheduleCount)) >= MAX_SCHEDULES) throw TooManySchedules({ limit: MAX_SCHEDULES });
    const verb = isProposal ? "proposes" : "runs";
    return {
      summary: `Create the schedule ${JSON.stringify(name)}, which ${verb} ${action.operation} ${describeTiming(timing)}`,
    };
  },
  undo:
    () =>
    ({ schedule }) => ({ operation: "schedules.remove", input: { id: schedule.id } }),
  async execute(ctx, _plan, { name, when, timezone, until, action, missed, overlap, jitterMs }) {
    const { store, services, caller, now, emit } = ctx;
    const id = ctx.id("sched_");
    const due = readTiming({ when, timezone, until }, now);
    const key = await issueActionKey(ctx, caller, `schedule ${name}`, [checkScheduled(services, caller, action)]);
    const record: ScheduleRecord = {
      ...{ id, name, status: "enabled", action, createdBy: caller.contextId },
      ...{ ...key, viewers: await viewersOf(store, caller), createdAt: now, updatedAt: now },
    };
    const timing: TimingRecord = omitUndefined({
      ...{ schedule: id, name, createdBy: caller.contextId, ...due, missed, overlap, jitterMs },
      ...{ nextDueAt: nextTime(due, now), doneTo: now, revision: 1 },
    });
    await store.put(schedules, record);
    await store.put(timings, timing);
    store.add(scheduleCount, 1);
    emit(scheduleCreated, { schedule: toSchedule(record, timing) });
    return { schedule: await showSchedule(store, { record, timing }) };
  },
});
