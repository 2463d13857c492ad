import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { RunnerState } from "../schemas.ts";

const NullableNumber = T.Union([T.Number(), T.Null()]);

export const ProcessRecord = T.Object(
  {
    name: T.String({ description: "Its name" }),
    managed: T.Boolean({ description: "Whether something keeps it up: its supervisor, or pm2" }),
    running: T.Boolean({ description: "Whether it runs" }),
    status: T.String({ description: "Its status" }),
    pid: described(NullableNumber, "Process id, or null"),
    pmId: described(NullableNumber, "Id with the process manager, or null"),
    cpu: T.Union([T.Number(), T.Null()], { description: "Percent of one core" }),
    memoryBytes: described(NullableNumber, "Memory in use, in bytes, or null"),
    memoryMb: described(NullableNumber, "Memory in use, in MiB, or null"),
  },
  { additionalProperties: false },
);
export type ProcessRecord = Static<typeof ProcessRecord>;

export const Health = T.Object(
  {
    status: described(oneOf("ready", "starting", "degraded", "unreachable", "stopped"), "Its status"),
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
    processName: T.String({ description: "Name of the runner's process" }),
    channels: described(ProcessRecord, "The runner's own process"),
    processes: T.Array(ProcessRecord, { description: "The runner's own process, while there is one" }),
    health: T.Optional(described(Health, "Whether the runner answers")),
    runner: T.Optional(T.Union([RunnerState, T.Null()], { description: "The process that does the work" })),
  },
  { additionalProperties: false },
);
export type RunnerStatus = Static<typeof RunnerStatus>;

export const RunnerEnv = T.Object(
  {
    chatappSocketMode: T.Boolean({ description: "Whether an adapter of the chat app connects by socket" }),
    consumeOutbound: T.String({ description: "Whether messages of chats are sent on: on or off" }),
  },
  { additionalProperties: false },
);

export const RunnerTarget = T.Object(
  {
    bundlePath: T.String({ description: "The name of the runner's script" }),
    cwd: T.String({ description: "The folder that it works in, below the data folder" }),
    sourceProjectRoot: T.Optional(T.String({ description: "Folder of the sources, as an absolute path" })),
  },
  { additionalProperties: false },
);

/** What starting, stopping and restarting answer. */
export const RunnerChange = T.Object(
  {
    action: T.String({ description: "What was asked for" }),
    changed: T.Boolean({ description: "Whether anything was changed" }),
    pmStatus: T.Optional(
      T.Union([T.Number(), T.Null()], { description: "What pm2 ended with; null where it was not asked" }),
    ),
    previousPid: T.Optional(
      T.Integer({
        description: "Process id of the process that was stopped",
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
      }),
    ),
    reason: T.Optional(T.String({ description: "Why, in one sentence" })),
    runnerEnv: T.Optional(described(RunnerEnv, "How the runner is set up")),
    status: T.Optional(described(RunnerStatus, "What the runner and its processes do")),
    target: T.Optional(described(RunnerTarget, "The program of the runner")),
  },
  { additionalProperties: false },
);
export type RunnerChange = Static<typeof RunnerChange>;
