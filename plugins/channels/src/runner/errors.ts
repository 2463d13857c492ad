import { defineError, T } from "@postern/core";

export const NoRunner = defineError("channels.no_runner", {
  status: 409,
  data: T.Object({}),
  message: () =>
    "It is not said how the runner is started: the configuration of channels needs `data`, and `runner` with its script",
});

export const ScriptMissing = defineError("channels.script_missing", {
  status: 409,
  data: T.Object({ script: T.String() }),
  message: ({ script }) => `The runner's script ${script} is not there: correct \`runner.script\` of channels`,
});

export const OneProcess = defineError("channels.one_process", {
  status: 409,
  data: T.Object({ driver: T.String() }),
  message: ({ driver }) =>
    `The runner is a process of its own, and a store of ${driver} serves one process only: use lmdb:<folder>`,
});

export const RunnerUndecided = defineError("channels.runner_undecided", {
  status: 409,
  data: T.Object({ pid: T.Integer(), reason: T.String() }),
  message: ({ pid, reason }) => `The runner (process ${pid}) lives, but is not well: ${reason}`,
  fix: () => "postern channels restart",
});

export const RunnerBusy = defineError("channels.runner_busy", {
  status: 409,
  data: T.Object({ pid: T.Integer() }),
  message: ({ pid }) => `The runner is being started or stopped by process ${pid}: try again in a moment`,
});

export const PmUnavailable = defineError("channels.pm_unavailable", {
  status: 409,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `pm2 is to keep the runner, and ${reason}`,
});

export const StartFailed = defineError("channels.start_failed", {
  status: 503,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `The runner could not be started: ${reason}`,
});
