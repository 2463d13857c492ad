import { defineError, T } from "@postern/core";

export const NoRunner = defineError("channels.no_runner", {
  status: 409,
  data: T.Object({}),
  message: () => "The runner is not configured. Set `data` and `runner.script` in the configuration of channels.",
});

export const ScriptMissing = defineError("channels.script_missing", {
  status: 409,
  data: T.Object({ script: T.String() }),
  message: ({ script }) =>
    `Runner script ${script} not found. Correct \`runner.script\` in the configuration of channels.`,
});

export const OneProcess = defineError("channels.one_process", {
  status: 409,
  data: T.Object({ driver: T.String() }),
  message: ({ driver }) =>
    `The runner is a separate process, but a ${driver} store can only be used by one process. Use lmdb:<folder>.`,
});

export const RunnerUndecided = defineError("channels.runner_undecided", {
  status: 409,
  data: T.Object({ pid: T.Integer(), reason: T.String() }),
  message: ({ pid, reason }) =>
    `The runner (process ${pid}) is running but not healthy: ${reason}. Restart it with "postern channels restart".`,
  fix: () => "postern channels restart",
});

export const RunnerBusy = defineError("channels.runner_busy", {
  status: 409,
  data: T.Object({ pid: T.Integer(), host: T.String() }),
  message: ({ pid, host }) =>
    `Process ${pid} on host "${host}" is already starting or stopping the runner. Try again later.`,
});

export const PmUnavailable = defineError("channels.pm_unavailable", {
  status: 409,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `The runner is configured to run with pm2, but ${reason}`,
});

export const StartFailed = defineError("channels.start_failed", {
  status: 503,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `The runner could not be started: ${reason}`,
});

export const RunnerElsewhere = defineError("channels.runner_elsewhere", {
  status: 409,
  data: T.Object({ host: T.String(), advice: T.String() }),
  message: ({ host, advice }) => `The runner is on host "${host}". ${advice}`,
});
