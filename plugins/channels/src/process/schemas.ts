import { oneOf, type Static, T } from "@postern/core";
import { RunnerState } from "../schemas.ts";

const NullableNumber = T.Union([T.Number(), T.Null()]);

export const ProcessRecord = T.Object(
  {
    name: T.String(),
    managed: T.Boolean({ description: "Whether something keeps it up: its supervisor, or pm2" }),
    running: T.Boolean(),
    status: T.String(),
    pid: NullableNumber,
    pmId: NullableNumber,
    cpu: T.Union([T.Number(), T.Null()], { description: "Percent of one core" }),
    memoryBytes: NullableNumber,
    memoryMb: NullableNumber,
  },
  { additionalProperties: false },
);
export type ProcessRecord = Static<typeof ProcessRecord>;

export const Health = T.Object(
  {
    status: oneOf("ready", "starting", "degraded", "unreachable", "stopped"),
    reachable: T.Boolean({ description: "Whether it has told of itself within the last ten seconds" }),
    checkedAt: T.Number({ description: "Unix milliseconds" }),
    reason: T.Optional(T.String({ description: "Why it is not ready" })),
  },
  { additionalProperties: false },
);
export type Health = Static<typeof Health>;

export const RunnerStatus = T.Object(
  {
    pmAvailable: T.Boolean({ description: "Whether pm2 is found on the path" }),
    processName: T.String(),
    channels: ProcessRecord,
    processes: T.Array(ProcessRecord, { description: "The runner's own process, while there is one" }),
    health: T.Optional(Health),
    runner: T.Optional(T.Union([RunnerState, T.Null()])),
  },
  { additionalProperties: false },
);
export type RunnerStatus = Static<typeof RunnerStatus>;

export const RunnerEnv = T.Object(
  { chatappSocketMode: T.Boolean(), consumeOutbound: T.String() },
  { additionalProperties: false },
);

export const RunnerTarget = T.Object(
  {
    bundlePath: T.String({ description: "The name of the runner's script" }),
    cwd: T.String({ description: "The folder that it works in, below the data folder" }),
    sourceProjectRoot: T.Optional(T.String()),
  },
  { additionalProperties: false },
);

/** What starting, stopping and restarting answer. */
export const RunnerChange = T.Object(
  {
    action: T.String(),
    changed: T.Boolean(),
    pmStatus: T.Optional(
      T.Union([T.Number(), T.Null()], { description: "What pm2 ended with; null where it was not asked" }),
    ),
    previousPid: T.Optional(T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    reason: T.Optional(T.String()),
    runnerEnv: T.Optional(RunnerEnv),
    status: T.Optional(RunnerStatus),
    target: T.Optional(RunnerTarget),
  },
  { additionalProperties: false },
);
export type RunnerChange = Static<typeof RunnerChange>;
