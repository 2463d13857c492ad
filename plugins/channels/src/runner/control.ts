import type { OurHost } from "../host.ts";
import type { Outcome } from "../state.ts";
import {
  assertDecided,
  assertStartable,
  begin,
  FIRST_REPORT,
  firstReport,
  observeRunner,
  RUNS_ALREADY,
} from "./begin.ts";
import { withChangeLock } from "./change-lock.ts";
import { restartElsewhere, stopElsewhere } from "./elsewhere.ts";
import { end, hasStopped, IS_STOPPED } from "./end.ts";
import { setIntent } from "./intent.ts";
import { type Observation, processOf } from "./observe.ts";
import type { Claim } from "./records.ts";

/**
 * Milliseconds that a restart waits at least for the first report of the new runner. A former runner that takes its whole
 * grace period to end leaves no more of the time that a start may take: the runner continues to start afterwards.
 */
const SHORTEST_REPORT = 5_000;

/** An outcome, or the claim of a runner on another host, which must act. */
type Found = Outcome | { readonly elsewhere: Claim };

async function changeRunner(host: OurHost, action: string, work: () => Promise<Outcome>): Promise<Outcome> {
  let isOurs = false;
  const outcome = await host.state.changes(action, () => {
    isOurs = true;
    return work();
  });
  if (isOurs || !outcome.changed) return outcome;
  // Only the call that did the work reports a change.
  if (action === "start") return { changed: false, pmStatus: null, reason: outcome.reason ?? RUNS_ALREADY };
  return action === "stop" ? IS_STOPPED : outcome;
}

export const start = (host: OurHost): Promise<Outcome> =>
  changeRunner(host, "start", () =>
    withChangeLock(host, async () => {
      const observation = await observeRunner(host);
      assertDecided(observation, host.now());
      if (!processOf(observation)) return begin(host, observation);
      await setIntent(host, { desired: "running" });
      const reason = await firstReport(host);
      return { changed: false, pmStatus: null, reason: reason ?? RUNS_ALREADY };
    }),
  );

export const stop = (host: OurHost): Promise<Outcome> =>
  changeRunner(host, "stop", async () => {
    const found = await withChangeLock(host, () => stopHere(host));
    return "elsewhere" in found ? stopElsewhere(host, found.elsewhere) : found;
  });

export const restart = (host: OurHost): Promise<Outcome> =>
  changeRunner(host, "restart", async () => {
    const found = await withChangeLock(host, () => restartHere(host));
    return "elsewhere" in found ? restartElsewhere(host, found.elsewhere) : found;
  });

async function stopHere(host: OurHost): Promise<Found> {
  const observation = await observeRunner(host);
  const { claim, elsewhere } = observation;
  if (claim && elsewhere !== undefined) {
    await setIntent(host, { desired: "stopped" }, ["restart"]);
    return { elsewhere: claim };
  }
  return stopOwn(host, observation);
}

async function stopOwn(host: OurHost, observation: Observation): Promise<Outcome> {
  const { intent } = observation;
  const before = intent?.desired;
  // First of all, so that nothing restarts it if this process ends before the runner.
  if (intent && before !== "stopped") await setIntent(host, { desired: "stopped" });
  const reset = () => (before === "running" ? setIntent(host, { desired: before }) : undefined);
  const outcome = await end(host, observation).catch(async (error: unknown) => {
    await reset();
    throw error;
  });
  if (!hasStopped(outcome)) await reset();
  const isKept = intent?.supervisor !== undefined || intent?.isWithPm2 === true;
  if (outcome.changed || (hasStopped(outcome) && isKept))
    await setIntent(host, { desired: "stopped" }, ["supervisor", "isWithPm2"]);
  const isCanceled = before === "running" && outcome.reason === IS_STOPPED.reason;
  return isCanceled
    ? { ...outcome, changed: true, reason: "the runner was not running, and is no longer restarted" }
    : outcome;
}

async function restartHere(host: OurHost): Promise<Found> {
  const observation = await observeRunner(host);
  const { claim, elsewhere } = observation;
  if (claim && elsewhere !== undefined) {
    await setIntent(host, { restart: claim.id });
    return { elsewhere: claim };
  }
  assertStartable(host.config, host.services);
  const began = performance.now();
  const { previousPid, changed, ...ended } = await end(host, observation);
  // If the old runner could not be stopped, a second one must not be started.
  if (!hasStopped({ ...ended, changed })) return { ...ended, changed };
  const endMs = performance.now() - began;
  const patience = Math.max(SHORTEST_REPORT, FIRST_REPORT - endMs);
  const begun = await begin(host, await observeRunner(host), patience);
  const waited = waitsOf(endMs, performance.now() - began - endMs);
  const late = begun.reason === undefined ? undefined : `${begun.reason} (${waited})`;
  const reason = late ?? (changed ? ended.reason : "the runner was not running");
  return { ...begun, ...(previousPid !== undefined && { previousPid }), ...(reason !== undefined && { reason }) };
}

/** What a restart waited for, for people. */
function waitsOf(endMs: number, startMs: number): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} seconds`;
  return `waited ${seconds(endMs)} for the former runner to end, and ${seconds(startMs)} for the first report of the new one`;
}

/** Does what was requested at another gateway for the runner of this host. */
export async function fulfil(host: OurHost, request: "stop" | "restart"): Promise<Outcome> {
  if (request === "stop") return stopOwn(host, await observeRunner(host));
  const found = await restartHere(host);
  return "elsewhere" in found ? IS_STOPPED : found;
}
