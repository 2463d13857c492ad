import { Action } from "@postern/core/actions";
import { LastRun, Run, RunOutcome, ShownSchedule, When, WhenInput } from "./schemas.ts";

/** Schemas shared by several operations or events. The keys become type names in generated clients. */
export const schemas = {
  Schedule: ShownSchedule,
  ScheduleAction: Action,
  ScheduleLastRun: LastRun,
  ScheduleRunOutcome: RunOutcome,
  ScheduleRunReference: Run,
  ScheduleTimes: When,
  ScheduleTimesInput: WhenInput,
};
