import { defineEvent, T } from "@postern/core";
import { isVisible, type Viewer } from "./rights.ts";
import { Run, RunOutcome, Schedule, StatusReason } from "./schemas.ts";

const ofSchedule = {
  data: T.Object({ schedule: Schedule }),
  subject: ({ schedule }: { schedule: Schedule }) => schedule.id,
  visible: (viewer: Viewer, { schedule: { id, createdBy } }: { schedule: Schedule }) =>
    isVisible(viewer, id, createdBy),
};

export const scheduleCreated = defineEvent("schedules.schedule.created", {
  summary: "A schedule was created",
  ...ofSchedule,
});

export const scheduleUpdated = defineEvent("schedules.schedule.updated", {
  summary: "A schedule was updated",
  ...ofSchedule,
});

export const scheduleEnabled = defineEvent("schedules.schedule.enabled", {
  summary: "A schedule was enabled",
  ...ofSchedule,
});

export const scheduleDisabled = defineEvent("schedules.schedule.disabled", {
  summary: "A schedule was disabled, by a caller or because its key has ended",
  ...ofSchedule,
  data: T.Object({ schedule: Schedule, reason: StatusReason }),
});

export const scheduleEnded = defineEvent("schedules.schedule.ended", {
  summary: "A schedule has no further due time",
  ...ofSchedule,
});

const named = T.Object({
  scheduleId: T.String({ description: "Id of the schedule" }),
  createdBy: T.String({ description: "Id of the context that created it" }),
});

export const scheduleRemoved = defineEvent("schedules.schedule.removed", {
  summary: "A schedule was removed, together with its waiting runs",
  data: named,
  subject: ({ scheduleId }) => scheduleId,
  visible: (viewer, { scheduleId, createdBy }) => isVisible(viewer, scheduleId, createdBy),
});

export const runStarted = defineEvent("schedules.run.started", {
  summary: "The first attempt of a run was started",
  data: T.Object({ run: Run }),
  subject: ({ run }) => run.id,
  visible: (viewer, { run: { schedule, createdBy } }) => isVisible(viewer, schedule, createdBy),
});

export const runFinished = defineEvent("schedules.run.finished", {
  summary: "A run ended, was skipped or was canceled",
  data: T.Object({
    run: Run,
    status: T.Unsafe<RunOutcome["status"] | "canceled">({
      ...RunOutcome.properties.status,
      enum: ["done", "pending", "failed", "unclear", "skipped", "canceled"],
      description: "Final status",
    }),
    outcome: T.Optional({ ...RunOutcome, description: "Outcome; absent if it was canceled" }),
  }),
  subject: ({ run }) => run.id,
  visible: (viewer, { run: { schedule, createdBy } }) => isVisible(viewer, schedule, createdBy),
});
