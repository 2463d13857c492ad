import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { OurHost } from "../host.ts";
import type { Outcome } from "../state.ts";
import { builtin } from "./builtin.ts";
import { NoRunner, OneProcess, RunnerUndecided, ScriptMissing } from "./errors.ts";
import { healthOf } from "./health.ts";
import { setIntent } from "./intent.ts";
import { managerOf, managersOf } from "./manager-of.ts";
import { type Observation, observe } from "./observe.ts";
import { pm2 } from "./pm2.ts";
import { waitUntil } from "./wait.ts";

/** Milliseconds that a start waits for the runner's first report. */
export const FIRST_REPORT = 20_000;
export const RUNS_ALREADY = "already_running";

export const observeRunner = (host: OurHost): Promise<Observation> => observe(host, host.now());

/** Throws if a runner cannot be started at all. */
export function assertStartable(config: OurHost["config"], { gateway }: OurHost["services"]): void {
  const { driver, guarantees } = gateway.store();
  if (guarantees.processes === "one") throw OneProcess({ driver });
  if (config.runner === undefined || config.data === undefined) throw NoRunner({});
  if (!existsSync(config.runner.script)) throw ScriptMissing({ script: basename(config.runner.script) });
  managerOf(config).assertReady(config);
}

/** Throws if a runner is alive but its health is unknown. */
export function assertDecided({ claim, ...observation }: Observation, now: number): void {
  if (!claim) return;
  const { status, reason = "" } = healthOf({ claim, ...observation }, now);
  if (status === "unreachable") throw RunnerUndecided({ pid: claim.pid, reason });
}

/** Starts a runner on this host and waits for its first report, at most `patience` milliseconds. */
export async function begin(host: OurHost, observation: Observation, patience = FIRST_REPORT): Promise<Outcome> {
  const manager = managerOf(host.config);
  // Stop a supervisor that waits before a retry, or that has no runner: the new one starts immediately.
  for (const one of managersOf(host.config, observation)) await one.end(host, observation);
  await setIntent(host, { desired: "running", isWithPm2: manager === pm2 }, ["restart"]);
  const { pmStatus } = await manager.launch(host);
  const reason = await firstReport(host, patience);
  // A supervisor on another host may have been faster.
  if ((await observeRunner(host)).elsewhere !== undefined) return { changed: false, pmStatus, reason: RUNS_ALREADY };
  return { changed: true, pmStatus, ...(reason !== undefined && { reason }) };
}

/** Waits for the runner's first report. Returns a reason if it does not come in time. */
export async function firstReport(host: OurHost, patience = FIRST_REPORT): Promise<string | undefined> {
  const isSettled = async () => {
    const { claim, heartbeat, state, supervisor } = await observeRunner(host);
    const isFailing = state !== undefined && state.pid === supervisor?.pid && state.exits > 0;
    return heartbeat !== undefined || isFailing || (managerOf(host.config) === builtin && !supervisor && !claim);
  };
  await waitUntil(isSettled, patience, host.signal);
  const observation = await observeRunner(host);
  return observation.heartbeat
    ? undefined
    : (healthOf(observation, host.now()).reason ?? "the runner has not reported yet");
}
