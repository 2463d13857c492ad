import { existsSync } from "node:fs";
import { basename } from "node:path";
import { type ProcessMark, sendSignal } from "@postern/core/process";
import type { OurHost } from "../host.ts";
import type { Outcome } from "../state.ts";
import { builtin, notPermitted } from "./builtin.ts";
import { withChangeLock } from "./change-lock.ts";
import { removeClaim } from "./deaths.ts";
import { NoRunner, OneProcess, RunnerUndecided, ScriptMissing } from "./errors.ts";
import { runnerStopped } from "./events.ts";
import { healthOf } from "./health.ts";
import { type Observation, observe, processOf } from "./observe.ts";
import { pm2 } from "./pm2.ts";
import { claims, type Intent, intents, ONE } from "./records.ts";
import type { RunnerManager, SupervisionResult } from "./supervision.ts";
import { waitUntil, waitUntilGone } from "./wait.ts";

/** Milliseconds that a start waits for the runner's first report. */
const FIRST_REPORT = 20_000;
/** Milliseconds that the system may take to remove a killed process. */
const KILL_TIMEOUT = 3_000;

const RUNS_ALREADY = "already_running";
const IS_STOPPED = { changed: false, pmStatus: null, reason: "not_running" } satisfies Outcome;

type Config = OurHost["config"];

export const managerOf = ({ manager }: Config): RunnerManager => (manager === "pm2" ? pm2 : builtin);
/** Everything that may supervise a runner: the configured manager, and the one it was started with. */
const managersOf = ({ manager }: Config, { intent }: Observation): RunnerManager[] =>
  manager === "pm2" || intent?.isWithPm2 ? [pm2, builtin] : [builtin];
export const observeRunner = (host: OurHost): Promise<Observation> => observe(host, host.now());

/** Throws if a runner cannot be started at all. */
export function assertStartable(config: Config, { gateway }: OurHost["services"]): void {
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

async function changeRunner(host: OurHost, action: string, work: () => Promise<Outcome>): Promise<Outcome> {
  let isOurs = false;
  const outcome = await host.state.changes(action, () => {
    isOurs = true;
    return withChangeLock(host, work);
  });
  if (isOurs || !outcome.changed) return outcome;
  // Only the call that did the work reports a change.
  if (action === "start") return { changed: false, pmStatus: null, reason: outcome.reason ?? RUNS_ALREADY };
  return action === "stop" ? IS_STOPPED : outcome;
}

export const start = (host: OurHost): Promise<Outcome> =>
  changeRunner(host, "start", async () => {
    const observation = await observeRunner(host);
    assertDecided(observation, host.now());
    if (!processOf(observation)) return begin(host, observation);
    await setIntent(host, { desired: "running" });
    const reason = await firstReport(host);
    return { changed: false, pmStatus: null, reason: reason ?? RUNS_ALREADY };
  });

export const stop = (host: OurHost): Promise<Outcome> =>
  changeRunner(host, "stop", async () => {
    const observation = await observeRunner(host);
    if (observation.intent && observation.intent.desired !== "stopped") await setIntent(host, { desired: "stopped" });
    const outcome = await end(host, observation);
    if (outcome.changed) await setIntent(host, { desired: "stopped" }, ["supervisor", "isWithPm2"]);
    return outcome;
  });

export const restart = (host: OurHost): Promise<Outcome> =>
  changeRunner(host, "restart", async () => {
    const { previousPid, changed, ...ended } = await end(host, await observeRunner(host));
    // If the old runner could not be stopped, a second one must not be started.
    if (!changed && ended.reason !== IS_STOPPED.reason) return { ...ended, changed };
    const begun = await begin(host, await observeRunner(host));
    const reason = begun.reason ?? (changed ? ended.reason : "the runner was not running");
    return { ...begun, ...(previousPid !== undefined && { previousPid }), ...(reason !== undefined && { reason }) };
  });

async function setIntent(
  host: OurHost,
  change: Partial<Intent>,
  forget: readonly (keyof Intent)[] = [],
): Promise<void> {
  await host.transact(async ({ store }) => {
    const intent = { ...(await store.get(intents, ONE)), ...change };
    for (const name of forget) delete intent[name];
    await store.put(intents, intent);
  });
}

/** Starts a runner and waits for its first report. */
export async function begin(host: OurHost, observation: Observation): Promise<Outcome> {
  const manager = managerOf(host.config);
  // Stop a supervisor that waits before a retry, or that has no runner: the new one starts immediately.
  for (const one of managersOf(host.config, observation)) await one.end(host, observation);
  await setIntent(host, { desired: "running", isWithPm2: manager === pm2 });
  const { pmStatus } = await manager.launch(host);
  const reason = await firstReport(host);
  return { changed: true, pmStatus, ...(reason !== undefined && { reason }) };
}

/** Waits for the runner's first report. Returns a reason if it does not come. */
async function firstReport(host: OurHost): Promise<string | undefined> {
  const isSettled = async () => {
    const { heartbeat, state, supervisor } = await observeRunner(host);
    const isFailing = state !== undefined && state.pid === supervisor?.pid && state.exits > 0;
    return heartbeat !== undefined || isFailing || (managerOf(host.config) === builtin && !supervisor);
  };
  await waitUntil(isSettled, FIRST_REPORT, host.signal);
  const observation = await observeRunner(host);
  return observation.heartbeat
    ? undefined
    : (healthOf(observation, host.now()).reason ?? "the runner has not reported yet");
}

/** Stops the runner and its supervisor. Only processes that are certainly theirs are signaled. */
async function end(host: OurHost, observation: Observation): Promise<Outcome> {
  const managers = managersOf(host.config, observation);
  const looks = await Promise.all(managers.map((manager) => manager.look(host.config, observation)));
  const runner = processOf(observation);
  if (!runner && !looks.some(({ isSupervised }) => isSupervised)) {
    if (observation.dead) await host.transact(({ store }) => removeClaim(store));
    return IS_STOPPED;
  }
  const pid = runner?.pid ?? looks.find(({ pid }) => pid !== undefined)?.pid;
  const ends: SupervisionResult[] = [];
  for (const manager of managers) ends.push(await manager.end(host, observation));
  const pmStatus = ends.find(({ pmStatus }) => pmStatus !== null)?.pmStatus ?? null;
  if (runner) ends.push(await endProcess(host, runner, observation.isCertain || !observation.claim));
  const trouble = ends.findLast(({ trouble }) => trouble !== undefined)?.trouble;
  if (trouble !== undefined) return { changed: false, pmStatus, reason: trouble };
  const isKilled = ends.some(({ isKilled }) => isKilled);
  const killed = `the runner did not end within ${host.config.grace} ms of SIGTERM and was killed with SIGKILL`;
  await clearClaim(host, runner, isKilled ? killed : "the runner was stopped");
  return {
    changed: true,
    pmStatus,
    ...(pid !== undefined && { previousPid: pid }),
    ...(isKilled && { reason: killed }),
  };
}

/** Stops a process with SIGTERM, then SIGKILL. Its supervisor may have stopped it already. */
async function endProcess({ config }: OurHost, runner: ProcessMark, isCertain: boolean): Promise<SupervisionResult> {
  const pmStatus = null;
  if (!isCertain)
    return {
      pmStatus,
      trouble: `process ${runner.pid} may not be the runner, so it was not signaled`,
    };
  const sent = sendSignal(runner, "SIGTERM");
  if (sent === "refused") return { pmStatus, trouble: notPermitted("the runner", runner.pid) };
  if (sent !== "sent" || (await waitUntilGone(runner, config.grace))) return { pmStatus };
  sendSignal(runner, "SIGKILL");
  const isGone = await waitUntilGone(runner, KILL_TIMEOUT);
  return isGone
    ? { pmStatus, isKilled: true }
    : { pmStatus, trouble: `process ${runner.pid} did not end after SIGKILL` };
}

/** A killed runner could not remove its claim or report its end. */
async function clearClaim(host: OurHost, runner: ProcessMark | undefined, reason: string): Promise<void> {
  await host.transact(async ({ store, emit }) => {
    const claim = await store.get(claims, ONE);
    if (!claim || !runner || claim.pid !== runner.pid) return;
    await removeClaim(store);
    emit(runnerStopped, { pid: runner.pid, reason });
  });
}
