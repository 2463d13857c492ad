import { type CommandContext, callerOf, defineCommand, digestOf, omitUndefined, T } from "@postern/core";
import { Action, ActionKeyEnded, ActionKeyRefused, issueActionKey, revokeActionKey } from "@postern/kit/actions";
import { described, restoring } from "@postern/kit/fields";
import { type ScheduleRecord, schedules, type TimingRecord, timings } from "../collections.ts";
import { CreatorEnded, NameTaken, ScheduleNotFound } from "../errors.ts";
import { scheduleUpdated } from "../events.ts";
import { group } from "../group.ts";
import { checkScheduled, planScheduled } from "../new-action.ts";
import { retime } from "../retime.ts";
import { directorOf } from "../rights.ts";
import { assertNameFree, ownSchedule, showSchedule, toSchedule } from "../schedule.ts";
import { Jitter, Missed, Name, Overlap, ScheduleId, ShownSchedule, Until, WhenInput, Zone } from "../schemas.ts";
import { describeTiming } from "../times/read-timing.ts";
import { nextTime } from "../times/timing.ts";

export const update = defineCommand(group, {
  id: "schedules.update",
  summary: "Update a schedule",
  description:
    "Omitted fields stay unchanged. A new action gets its own context, derived from the creator's, and the former context is revoked. Started runs are not changed.",
  properties: ["lasting"],
  input: T.Object({
    id: ScheduleId,
    name: T.Optional(Name),
    when: T.Optional(WhenInput),
    timezone: T.Optional(Zone),
    action: T.Optional(Action),
    missed: T.Optional(Missed),
    overlap: T.Optional(Overlap),
    jitterMs: T.Optional(Jitter),
    until: T.Optional(Until),
  }),
  output: T.Object({ schedule: described(ShownSchedule, "The schedule") }),
  errors: [ScheduleNotFound, NameTaken, CreatorEnded, ActionKeyEnded, ActionKeyRefused],
  examples: [
    {
      title: "An hour later",
      input: { id: "sched_0123456789abcdef01234567", when: { cron: "0 10 * * 1-5" } },
    },
  ],
  resource: ({ id }) => id,
  async plan(ctx, { id, name, action, ...times }) {
    const { store, services, now } = ctx;
    const { record, timing } = await ownSchedule(ctx, id);
    if (name !== undefined) await assertNameFree(store, record.createdBy, name, id);
    if (action) await planScheduled(services, await directorOf(ctx, record), action);
    const due = retime(timing, times, now);
    const { operation } = action ?? record.action;
    return {
      summary: `Update ${id}, which then runs ${operation} ${describeTiming(due)}`,
      updatedAt: record.updatedAt,
    };
  },
  async undo(ctx, _plan, { id, ...given }) {
    const { record, timing } = await ownSchedule(ctx, id);
    const isRetimed = [given.when, given.timezone, given.until].some((one) => one !== undefined);
    // Due times that are all over are refused.
    if (isRetimed && nextTime(timing, ctx.now) === undefined) return undefined;
    const fields = restoring(given, { ...record, ...timing }, { until: "", jitterMs: 0 });
    return fields && { operation: "schedules.update", input: { id, ...fields } };
  },
  async execute(ctx, _plan, { id, name, action, missed, overlap, jitterMs, ...times }) {
    const { store, now, emit } = ctx;
    const before = await ownSchedule(ctx, id);
    const timing: TimingRecord = omitUndefined({
      ...retime(before.timing, times, now),
      ...omitUndefined({ name, missed, overlap, jitterMs }),
      revision: before.timing.revision + 1,
    });
    const { status } = before.record;
    // A schedule that had ended has due times again; one that is disabled stays so.
    if (status === "disabled") delete timing.nextDueAt;
    const record: ScheduleRecord = {
      ...before.record,
      ...omitUndefined({ name, action }),
      ...(action && (await renewKey(ctx, before.record, action))),
      ...(status === "ended" && timing.nextDueAt !== undefined && { status: "enabled" as const }),
      updatedAt: now,
    };
    await store.put(schedules, record);
    await store.put(timings, timing);
    emit(scheduleUpdated, { schedule: toSchedule(record, timing) });
    return { schedule: await showSchedule(store, { record, timing }) };
  },
});

/** A context for another action in place of the former one, which is kept if it is the same action. */
async function renewKey(ctx: CommandContext<typeof group>, record: ScheduleRecord, action: Action) {
  const { store, services, now } = ctx;
  const isSame = digestOf(action) === digestOf(record.action);
  if (isSame && (await callerOf(store, record.contextId, now))) return undefined;
  const creator = await directorOf(ctx, record);
  await revokeActionKey(ctx, record.contextId);
  const checked = checkScheduled(services, creator, action);
  return issueActionKey(ctx, creator, `schedule ${record.name}`, [checked], record.contextId);
}
