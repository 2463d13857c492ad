/** The runner process: start, stop, supervision and status. This is the public interface of this folder. */
export { assertDecided, assertStartable, restart, start, stop } from "./control.ts";
export {
  NoRunner,
  OneProcess,
  PmUnavailable,
  RunnerBusy,
  RunnerUndecided,
  ScriptMissing,
  StartFailed,
} from "./errors.ts";
export { runnerDied, runnerStarted, runnerStopped } from "./events.ts";
export { healthOf, isRestarting } from "./health.ts";
export { beginLife } from "./life.ts";
export { lastLines } from "./log-tail.ts";
export { type Observation, observe } from "./observe.ts";
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
export { logFile } from "./supervise/state.ts";
export { watch } from "./watch.ts";
