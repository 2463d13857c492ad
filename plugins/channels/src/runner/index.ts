/** The runner process: start, stop, supervision and status. This is the public interface of this folder. */
export { assertDecided, assertStartable } from "./begin.ts";
export { restart, start, stop } from "./control.ts";
export {
  NoRunner,
  OneProcess,
  PmUnavailable,
  RunnerBusy,
  RunnerElsewhere,
  RunnerUndecided,
  ScriptMissing,
  StartFailed,
} from "./errors.ts";
export { runnerDied, runnerStarted, runnerStopped } from "./events.ts";
export { healthOf, isRestarting } from "./health.ts";
export { beginLife } from "./life.ts";
export { ownLog } from "./log.ts";
export { type Observation, observe, whereOf } from "./observe.ts";
export { processMember, processSummary } from "./process-summary.ts";
export * as runnerRecords from "./records.ts";
export { intents, ONE } from "./records.ts";
export { ownRun, runOf } from "./run.ts";
export { runnerLife } from "./runner-life.ts";
export {
  Health,
  ProcessRecord,
  RunnerChange,
  RunnerEnv,
  RunnerStatus,
  RunnerTarget,
  StartedRunner,
} from "./schemas.ts";
export { answerOf, asReplay, statusOf } from "./status.ts";
export { watch } from "./watch.ts";
