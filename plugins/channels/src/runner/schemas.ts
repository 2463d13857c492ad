import { oneOf, type Static, T } from "@postern/core";
import { described, endsLater, hidden } from "@postern/kit/fields";
import { RunnerState } from "../schemas.ts";

const NullableNumber = T.Union([T.Number(), T.Null()]);

export const ProcessRecord = T.Object(
  {
    name: T.String({ description: "Name of the process" }),
    managed: T.Boolean({
      description:
        "Whether the process is supervised, by the built-in supervisor or pm2; false if it is on another host",
    }),
    running: T.Boolean({ description: "Whether the process is running" }),
    status: T.String({ description: "Status of the process" }),
    host: T.Optional(T.String({ description: "Name of the host of the process" })),
    pid: described(NullableNumber, "Process id, or null"),
    pmId: described(NullableNumber, "Id in pm2, or null"),
    cpu: T.Union([T.Number(), T.Null()], { description: "CPU usage in percent of one core, or null" }),
    memoryBytes: described(NullableNumber, "Memory in use, in bytes, or null"),
    memoryMb: described(NullableNumber, "Memory in use, in MiB, or null"),
  },
  { additionalProperties: false },
);
export type ProcessRecord = Static<typeof ProcessRecord>;

export const Health = T.Object(
  {
    status: described(oneOf("ready", "starting", "degraded", "unreachable", "stopped"), "Health of the runner"),
    reachable: T.Boolean({ description: "Whether the runner has reported within the last ten seconds" }),
    checkedAt: T.Number({ description: "Unix milliseconds" }),
    reason: T.Optional(T.String({ description: "Reason if the runner is not ready" })),
  },
  { additionalProperties: false },
);
export type Health = Static<typeof Health>;

export const RunnerStatus = T.Object(
  {
    pmAvailable: T.Boolean({ description: "Whether pm2 is available" }),
    processName: T.String({ description: "Name of the runner's process" }),
    channels: described(ProcessRecord, "Process of the runner"),
    processes: T.Array(ProcessRecord, { description: "Process of the runner, if it is running" }),
    health: T.Optional(described(Health, "Health of the runner")),
    runner: T.Optional(T.Union([RunnerState, T.Null()], { description: "State reported by the runner, or null" })),
  },
  { additionalProperties: false },
);
export type RunnerStatus = Static<typeof RunnerStatus>;

export const RunnerEnv = T.Object(
  {
    chatappSocketMode: T.Boolean({ description: "Whether a Slack adapter uses Socket Mode" }),
    consumeOutbound: T.String({ description: "Whether outgoing messages are sent: 1 or 0" }),
  },
  { additionalProperties: false },
);

export const RunnerTarget = T.Object(
  {
    bundlePath: T.String({ description: "Name of the runner's script" }),
    cwd: T.String({ description: "Working folder of the runner, relative to the data folder" }),
    sourceProjectRoot: T.Optional(T.String({ description: "Absolute path of the source folder" })),
  },
  { additionalProperties: false },
);

/** The answer of starting, stopping and restarting. */
export const RunnerChange = T.Object(
  {
    action: T.String({ description: "Requested action" }),
    changed: T.Boolean({ description: "Whether the state of the runner changed" }),
    pmStatus: T.Optional(
      hidden(T.Union([T.Number(), T.Null()], { description: "Exit code of pm2, or null if it was not used" })),
    ),
    previousPid: T.Optional(
      T.Integer({
        description: "Process id of the stopped process",
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
      }),
    ),
    reason: T.Optional(T.String({ description: "Reason for the outcome" })),
    runnerEnv: T.Optional(hidden(described(RunnerEnv, "Environment of the runner"))),
    status: T.Optional(hidden(described(RunnerStatus, "Status of the runner and its processes"))),
    target: T.Optional(hidden(described(RunnerTarget, "Program of the runner"))),
  },
  { additionalProperties: false },
);
export type RunnerChange = Static<typeof RunnerChange>;
/** The answer when the runner was started. It connects its adapters later. */
export const StartedRunner = endsLater(RunnerChange, {
  what: "channel runner",
  query: "channels.status",
  input: {},
  state: "health",
  good: ["ready"],
  bad: ["degraded", "unreachable", "stopped"],
  reason: "reason",
});
