import { type ProcessMark, sendSignal } from "@postern/core/process";
import type { OurHost } from "../host.ts";
import type { Outcome } from "../state.ts";
import { notPermitted } from "./builtin.ts";
import { removeClaim } from "./deaths.ts";
import { runnerStopped } from "./events.ts";
import { managersOf } from "./manager-of.ts";
import { type Observation, ownProcessOf } from "./observe.ts";
import { claims, ONE } from "./records.ts";
import type { SupervisionResult } from "./supervision.ts";
import { waitUntilGone } from "./wait.ts";

/** Milliseconds that the system may take to remove a killed process. */
const KILL_TIMEOUT = 3_000;

export const IS_STOPPED = { changed: false, pmStatus: null, reason: "not_running" } satisfies Outcome;
export const hasStopped = ({ changed, reason }: Outcome): boolean => changed || reason === IS_STOPPED.reason;

/** Stops the runner of this host and its supervisor. Only processes that are certainly theirs are signaled. */
export async function end(host: OurHost, observation: Observation): Promise<Outcome> {
  const managers = managersOf(host.config, observation);
  const looks = await Promise.all(managers.map((manager) => manager.look(host.config, observation)));
  const runner = ownProcessOf(observation);
  if (!runner && !looks.some(({ isSupervised }) => isSupervised)) {
    if (observation.dead) await host.transact(({ store }) => removeClaim(store));
    return IS_STOPPED;
  }
  const pid = runner?.pid ?? looks.find(({ pid }) => pid !== undefined)?.pid;
  const ends: SupervisionResult[] = [];
  for (const manager of managers) ends.push(await manager.end(host, observation));
  const pmStatus = ends.find(({ pmStatus }) => pmStatus !== null)?.pmStatus ?? null;
  if (runner) ends.push(await endProcess(host, runner, observation.isCertain || runner !== observation.claim));
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
    // The same pid can be a process of another machine or container.
    if (!claim || claim.pid !== runner?.pid || claim.start !== runner.start) return;
    await removeClaim(store);
    emit(runnerStopped, { pid: runner.pid, reason });
  });
}
