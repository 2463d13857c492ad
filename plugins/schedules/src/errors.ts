import { defineError, T } from "@postern/core";

const schedule = T.Object({ id: T.String() });

export const ScheduleNotFound = defineError("schedules.schedule_not_found", {
  status: 404,
  data: schedule,
  message: ({ id }) => `Schedule "${id}" not found. List schedules with "postern schedules list".`,
  fix: () => "postern schedules list",
});

export const NameTaken = defineError("schedules.name_taken", {
  status: 409,
  data: T.Object({ id: T.String(), name: T.String() }),
  message: ({ id, name }) => `Your schedule ${id} is already called ${JSON.stringify(name)}. Choose another name.`,
  fix: ({ id }) => `postern schedules show ${id}`,
});

export const TooManySchedules = defineError("schedules.too_many", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `The limit of ${limit} schedules is reached. Remove a schedule that is no longer needed.`,
  fix: () => "postern schedules list --status ended",
});

export const TooManyRuns = defineError("schedules.too_many_runs", {
  status: 409,
  data: T.Object({ id: T.String(), limit: T.Integer() }),
  message: ({ id, limit }) => `Schedule "${id}" already has ${limit} unfinished runs. Wait for them or discard some.`,
  fix: ({ id }) => `postern schedules runs list --schedule ${id}`,
});

export const KeyEnded = defineError("schedules.key_ended", {
  status: 409,
  data: T.Object({ id: T.String(), contextId: T.String() }),
  message: ({ id, contextId }) =>
    `The context "${contextId}" of schedule "${id}", or one of its ancestors, was revoked or has expired. Set its action again to make a new context.`,
  fix: ({ id }) => `postern schedules update ${id} --action '{"operation":"…"}'`,
});

export const CreatorEnded = defineError("schedules.creator_ended", {
  status: 409,
  data: T.Object({ id: T.String(), createdBy: T.String() }),
  message: ({ id, createdBy }) =>
    `The context "${createdBy}", which created schedule "${id}", was revoked or has expired, so its action cannot be changed. Create a new schedule.`,
  fix: () => "postern schedules create --help",
});

export const HasEnded = defineError("schedules.has_ended", {
  status: 409,
  data: schedule,
  message: ({ id }) => `Schedule "${id}" has no further due time. Set other times with "postern schedules update".`,
  fix: ({ id }) => `postern schedules update ${id} --when '{"cron":"0 9 * * 1-5"}'`,
});
