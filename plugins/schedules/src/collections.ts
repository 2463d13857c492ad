import { defineCollection, defineCounter, defineRecord, type Static, T } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import type { LeaderLease } from "@postern/kit/queue";
import { foldName } from "./fold-name.ts";
import { LastRun, Missed, Overlap, Schedule, When } from "./schemas.ts";

const {
  when: _,
  until: __,
  timezone: ___,
  missed: ____,
  overlap: _____,
  jitterMs: ______,
  ...kept
} = Schedule.properties;

const ScheduleRecord = T.Object({
  ...kept,
  /** The contexts that see it: its creator and those above it. */
  viewers: T.Array(T.String()),
});
export type ScheduleRecord = Static<typeof ScheduleRecord>;

/** Everybody with full access sees all schedules. */
export const EVERYBODY = "*";

const views = ({ viewers, status }: ScheduleRecord) =>
  [EVERYBODY, ...viewers].flatMap((viewer) => [[viewer], [viewer, status]]);

export const schedules = defineCollection("schedules.schedule", {
  schema: ScheduleRecord,
  key: ({ id }) => [id],
  indexes: {
    byViewer: (record) => views(record).map(([viewer, status = "any"]) => [viewer as string, status]),
    byName: ({ name }) => nameKey(name),
    byOwnName: ({ createdBy, name }) => [createdBy, foldName(name)],
    byReason: ({ statusReason }) => (statusReason === undefined ? undefined : [statusReason]),
  },
  unique: ["byOwnName"],
});

/** How many schedules there are. */
export const scheduleCount = defineCounter("schedules.count");

const TimingRecord = T.Object({
  schedule: T.String(),
  name: T.String(),
  createdBy: T.String(),
  when: When,
  timezone: T.String(),
  until: T.Optional(T.Integer()),
  missed: Missed,
  overlap: Overlap,
  jitterMs: T.Optional(T.Integer()),
  /** When it is due next; absent while it is disabled, and when it has ended. */
  nextDueAt: T.Optional(T.Integer()),
  /** Due times up to this one have their runs, whatever the clock shows later. */
  doneTo: T.Integer(),
  /** Changes with each write. */
  revision: T.Integer(),
});
export type TimingRecord = Static<typeof TimingRecord>;

/** Apart from the schedules, because it changes with each run and an action may be large. */
export const timings = defineCollection("schedules.timing", {
  schema: TimingRecord,
  key: ({ schedule }) => [schedule],
  indexes: {
    byDue: ({ nextDueAt }) => (nextDueAt === undefined ? undefined : [nextDueAt]),
    byDone: ({ doneTo }) => [doneTo],
  },
});

const LastRunRecord = T.Object({ schedule: T.String(), ...LastRun.properties });

/** The run of each schedule that ended last. */
export const lastRuns = defineCollection("schedules.last-run", {
  schema: LastRunRecord,
  key: ({ schedule }) => [schedule],
  indexes: {
    byTrouble: ({ status, finishedAt }) => (status === "failed" || status === "unclear" ? [finishedAt] : undefined),
  },
});

const AttemptRecord = T.Object({
  run: T.String(),
  /** The context as which the operation was called: it differs if the action has changed since. */
  contextId: T.String(),
  /** Unix milliseconds. */
  firstAt: T.Integer(),
  /** How often the run was started: 1, and one more for each retry that a person asked for. */
  tries: T.Integer(),
  /** It has failed or is unclear. If it is attempted again, a person asked for it. */
  isOver: T.Optional(T.Literal(true)),
});
export type AttemptRecord = Static<typeof AttemptRecord>;

/** Runs that have begun, until they are done: what a later attempt must know. Their ids are ordered by time. */
export const attempts = defineCollection("schedules.attempt", {
  schema: AttemptRecord,
  key: ({ run }) => [run],
});

/** Which process decides on the due times of all schedules. */
export const dueLease = defineRecord<LeaderLease>("schedules.due-lease");
