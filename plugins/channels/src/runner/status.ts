import { basename } from "node:path";
import type { OurHost } from "../host.ts";
import type { RunnerState } from "../schemas.ts";
import type { Outcome } from "../state.ts";
import { observeRunner } from "./begin.ts";
import { healthOf, isRestarting } from "./health.ts";
import { managerOf } from "./manager-of.ts";
import { type Observation, processOf } from "./observe.ts";
import { findPm2 } from "./pm2.ts";
import { nameOfRunner } from "./runner-name.ts";
import type { ProcessRecord, RunnerChange, RunnerStatus } from "./schemas.ts";
import type { Supervision } from "./supervision.ts";
import { usageOf } from "./usage.ts";

const MEBIBYTE = 2 ** 20;
/** The supervision of a process on another host. */
const UNKNOWN: Supervision = { isSupervised: false, pmId: null };

/** What the status needs of a gateway. */
type Seen = Pick<OurHost, "config" | "services">;

/** The current status of the runner. Figures of a process are only those of a process on this host. */
export async function statusOf(
  { config, services }: Seen,
  observation: Observation,
  now: number,
): Promise<RunnerStatus> {
  const { claim, elsewhere } = observation;
  const isHere = elsewhere === undefined;
  const looked = isHere ? await managerOf(config).look(config, observation) : UNKNOWN;
  const { isSupervised, pmId, managerStatus, pid: listed } = looked;
  const name = nameOfRunner(isHere ? config.data : undefined);
  const health = healthOf(observation, now, managerStatus);
  const pid = processOf(observation)?.pid ?? listed ?? null;
  const { cpu, memoryBytes } = await usageOf(isHere ? pid : null);
  const channels: ProcessRecord = {
    name,
    managed: isSupervised,
    running: pid !== null,
    status: managerStatus ?? processStatus(observation, pid, health.status),
    ...(pid !== null && { host: claim?.host ?? services.gateway.host }),
    pid,
    pmId,
    cpu,
    memoryBytes,
    memoryMb: memoryBytes === null ? null : Math.round((memoryBytes / MEBIBYTE) * 10) / 10,
  };
  return {
    pmAvailable: findPm2() !== undefined,
    processName: name,
    channels,
    processes: pid === null ? [] : [channels],
    health,
    runner: runnerState(observation),
  };
}

function processStatus(observation: Observation, pid: number | null, health: string): string {
  if (pid !== null) return health === "starting" ? "starting" : "running";
  return isRestarting(observation) ? "restarting" : "stopped";
}

/** The last report of the live runner. */
function runnerState({ claim, heartbeat }: Observation): RunnerState | null {
  if (!claim || !heartbeat) return null;
  const { at: observedAt, adapters, outbound } = heartbeat;
  const { pid, startedAt } = claim;
  return { schemaVersion: 1, observedAt, running: true, startedAt, pid, outbound, adapters };
}

/** The answer of a replayed call, which does not describe the current state of the runner. */
export const asReplay = ({ reason, ...answer }: RunnerChange): RunnerChange => ({
  ...answer,
  reason: `Replay of an earlier ${answer.action} with the same Idempotency-Key${reason === undefined ? "" : `; ${reason}`}`,
});

/** The answer of an operation that starts or stops the runner. */
export async function answerOf(host: OurHost, action: string, outcome: Outcome): Promise<RunnerChange> {
  const status = await statusOf(host, await observeRunner(host), host.now());
  const { runner } = host.config;
  return {
    action,
    ...outcome,
    ...(status.runner && {
      runnerEnv: {
        chatappSocketMode: status.runner.adapters.some(({ channelId }) => channelId === "slack"),
        consumeOutbound: status.runner.outbound.enabled ? "1" : "0",
      },
    }),
    status,
    ...(runner && { target: { bundlePath: basename(runner.script), cwd: "." } }),
  };
}
