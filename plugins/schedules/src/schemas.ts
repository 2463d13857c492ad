import { oneOf, type Static, T } from "@postern/core";
import { Action, ActionOutcome } from "@postern/kit/actions";
import { described, localTime, numeric, refersTo, timeZone } from "@postern/kit/fields";
import { DURATION } from "./times/interval.ts";
import { MOMENT } from "./times/moment.ts";

export const ScheduleId = refersTo(T.String({ pattern: "^sched_[0-9a-f]{24}$", description: "Id of the schedule" }), {
  list: "schedules.list",
  names: ["name"],
});
export const Name = T.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description: "Name of the schedule, unique among your schedules",
});

const MOMENTS = "ISO 8601, such as 2026-11-21T09:00:00+01:00, or Unix milliseconds";
const moment = (description: string) =>
  T.Unsafe<string | number>({
    type: ["string", "integer"],
    maxLength: 40,
    pattern: MOMENT,
    minimum: 0,
    "x-must": `must be a time: ${MOMENTS}; without an offset it is in the time zone of the schedule`,
    description: `${description}: ${MOMENTS}`,
  });
const Every = T.String({
  pattern: DURATION,
  "x-must": "must be a duration like 30s, 15m, 2h or 1d",
  description: "Interval, such as 30s, 15m, 2h or 1d",
});
const CronText = T.String({
  minLength: 1,
  maxLength: 200,
  description: "Cron expression of five fields (minute hour day month weekday), or six with seconds before them",
});
const RuleText = T.String({
  minLength: 1,
  maxLength: 500,
  description: "Recurrence rule as an iCalendar RRULE, such as FREQ=WEEKLY;BYDAY=MO,WE",
});

/** The due times in an input. Exactly one kind of them is required, which `readTiming` checks with better words. */
export const WhenInput = T.Object(
  {
    at: T.Optional(moment("Once, at this time")),
    every: T.Optional(Every),
    anchor: T.Optional(moment("With `every`: a time from which the intervals are counted; by default now")),
    cron: T.Optional(CronText),
    rrule: T.Optional(RuleText),
    start: T.Optional(moment("With `rrule`: the time at which the rule starts")),
  },
  {
    additionalProperties: false,
    description: "Due times: exactly one of `at`, `every`, `cron`, and `rrule` with `start`",
  },
);
export type WhenInput = Static<typeof WhenInput>;

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

export const When = T.Object(
  {
    at: T.Optional(time("Once, at this time")),
    every: T.Optional(Every),
    anchor: T.Optional(time("Time from which the intervals are counted")),
    cron: T.Optional(CronText),
    rrule: T.Optional(RuleText),
    start: T.Optional(time("Time at which the rule starts")),
  },
  { description: "Due times of one kind: `at`, `every`, `cron` or `rrule`" },
);
export type When = Static<typeof When>;

export const Zone = timeZone({ description: "IANA time zone of the due times, such as Europe/Berlin" });
export const Missed = described(
  oneOf("skip", "once", "all"),
  "Handling of due times that passed while the gateway did not run. `skip`: nothing. `once`: one run. `all`: a run for each, at most 100",
);
export const Overlap = described(
  oneOf("skip", "queue", "cancel"),
  "Handling of a due time before the previous run has ended. `skip`: the new run is skipped. `queue`: it waits. `cancel`: the previous run is canceled",
);
export const Jitter = numeric({
  maximum: 3_600_000,
  description: "Each run starts up to this number of milliseconds after its due time, at random",
});
/** An empty text removes it. */
export const Until = localTime(
  T.Unsafe<string | number>({
    type: ["string", "integer"],
    maxLength: 40,
    minimum: 0,
    pattern: `^$|${MOMENT}`,
    "x-must": `must be a time: ${MOMENTS}`,
    description: `The last time at which a run may be due: ${MOMENTS}; an empty text for none`,
  }),
  { zone: ["timezone"], day: "end" },
);

export const Status = oneOf("enabled", "disabled", "ended");
export const StatusReason = oneOf("asked", "key_ended", "times_invalid");
export type StatusReason = Static<typeof StatusReason>;

/** A schedule as events carry it. */
export const Schedule = T.Object({
  id: T.String({ description: "Id of the schedule" }),
  name: T.String({ description: "Name of the schedule" }),
  status: described(Status, "Status of the schedule; `ended`: it has no further due time"),
  statusReason: T.Optional(
    described(
      StatusReason,
      "Why it is disabled. `key_ended`: its context, or an ancestor, was revoked or expired. `times_invalid`: this machine no longer knows its time zone, or cannot evaluate its rule",
    ),
  ),
  when: When,
  timezone: T.String({ description: "IANA time zone of the due times" }),
  until: T.Optional(time("The last time at which a run may be due")),
  action: Action,
  missed: Missed,
  overlap: Overlap,
  jitterMs: T.Optional(T.Integer({ description: "Maximum delay of a run after its due time, in milliseconds" })),
  createdBy: T.String({ description: "Id of the context that created it" }),
  contextId: T.String({ description: "Id of the context as which it runs its operation" }),
  scopes: T.Array(T.String(), { description: "Grants of that context" }),
  createdAt: time("When it was created"),
  updatedAt: time("When it was last updated"),
});
export type Schedule = Static<typeof Schedule>;

/** What came of a run. */
export const RunOutcome = T.Object({
  status: described(
    oneOf("done", "pending", "failed", "unclear", "skipped"),
    "`done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done. `skipped`: the due time was skipped",
  ),
  message: T.String({ description: "What happened, for people" }),
  reason: T.Optional(
    described(
      oneOf("missed", "overlap"),
      "Why it was skipped. `missed`: the gateway did not run. `overlap`: the previous run had not ended",
    ),
  ),
  count: T.Optional(T.Integer({ description: "Number of due times that were skipped, counted up to 10" })),
  lastDueAt: T.Optional(time("The last of these due times")),
  ...T.Omit(ActionOutcome, ["status"]).properties,
});
export type RunOutcome = Static<typeof RunOutcome>;

export const LastRun = T.Object({
  id: T.String({ description: "Id of the run" }),
  dueAt: time("When it was due"),
  startedAt: T.Optional(time("Start of its first attempt")),
  finishedAt: time("When it ended"),
  ...RunOutcome.properties,
});
export type LastRun = Static<typeof LastRun>;

/** A schedule as callers see it. */
export const ShownSchedule = T.Object({
  ...Schedule.properties,
  nextDueAt: T.Optional(time("When it is due next")),
  lastRun: T.Optional(described(LastRun, "The run that ended last")),
});
export type ShownSchedule = Static<typeof ShownSchedule>;

/** What a run is about. */
export const RunPayload = T.Object({
  schedule: T.String({ description: "Id of the schedule" }),
  name: T.String({ description: "Name of the schedule when the run was due" }),
  dueAt: time("When it was due"),
  isManual: T.Optional(T.Boolean({ description: "Whether it was started by a caller" })),
  createdBy: T.String({ description: "Id of the context that created the schedule" }),
});
export type RunPayload = Static<typeof RunPayload>;

/** A run as events carry it. */
export const Run = T.Object({ id: T.String({ description: "Id of the run" }), ...RunPayload.properties });
