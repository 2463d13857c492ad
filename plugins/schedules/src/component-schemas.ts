import { Action, ActionError } from "@postern/kit/actions";
import { runs } from "./runs/queue.ts";
import { LastRun, Run, RunOutcome, ShownSchedule, When, WhenInput } from "./schemas.ts";

/** Schemas shared by several operations or events. The keys become type names in generated clients. */
export const schemas = {
  Schedule: ShownSchedule,
  ScheduleAction: Action,
  ScheduleRun: runs.item,
  ScheduleRunError: ActionError,
  ScheduleLastRun: LastRun,
  ScheduleRunOutcome: RunOutcome,
  ScheduleRunReference: Run,
  ScheduleTimes: When,
  ScheduleTimesInput: WhenInput,
};
