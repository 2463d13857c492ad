import type { PluginContext, Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { isHere } from "@postern/core/process";
import { RENEW_EVERY } from "@postern/kit/queue";
import type { OurHost } from "../host.ts";
import type { State } from "../state.ts";
import { assertStartable, begin, observeRunner } from "./begin.ts";
import { tryChangeLock } from "./change-lock.ts";
import { isOverdue } from "./claim-status.ts";
import { fulfil } from "./control.ts";
import { isReported, reportDeath, reportLoss } from "./deaths.ts";
import { hasStopped } from "./end.ts";
import { managerOf } from "./manager-of.ts";
import type { Observation } from "./observe.ts";
import { claims } from "./records.ts";
import { requestOf } from "./request.ts";
import { createStartReports } from "./starting.ts";

const SECOND = 1_000;
const LOOK = SECOND;
/** Minimum milliseconds between two checks. */
const SHORTEST = 50;
const clamp = (delay: number): number => Math.min(LOOK, Math.max(SHORTEST, delay));
/** Milliseconds before a missing runner is restarted: the first time, the second time and so on. */
const BACKOFF = [2, 5, 10, 30, 60].map((seconds) => seconds * SECOND);
/** A runner that ran for this many milliseconds was not brought here by its crashes. */
const STABLE_AFTER = 60 * SECOND;
/** Milliseconds from a request that could not be fulfilled to the next attempt. */
const REQUEST_RETRY = 10 * SECOND;
/** pm2's statuses for a process that it will not restart, or does not know. */
const RESTARTABLE = [undefined, "errored"];

/**
 * Reports crashed runners, does what other hosts request for the runner of this one, and starts a runner that should run
 * if neither it nor its supervisor is alive, here or on another host.
 */
export const watch: Worker<readonly []> = {
  name: "channels.watch",
  operations: [],
  events: [],
  start: (host: PluginContext) => startWatch(host as unknown as OurHost),
  held: ({ state }) => ((state as State).hasRunner ? 1 : 0),
  state: async ({ store }) => ({ name: "channels.watch", waiting: 0, running: await store.count(claims), dead: 0 }),
};

function startWatch(host: OurHost): () => Promise<void> {
  if (host.config.role === "runner") return async () => {};
  let lost: string | undefined;
  let failures = 0;
  let takeovers = 0;
  let notBefore = 0;
  let requestNotBefore = 0;
  const { state } = host;
  const reportStart = createStartReports(host);
  state.watch = {};

  async function check(): Promise<number> {
    const observation = await observeRunner(host);
    const { claim, endsAt } = observation;
    const isLive = isAlive(observation);
    state.hasRunner = isLive && observation.elsewhere === undefined;
    await reportEnds(observation);
    await reportStart(observation);
    const request = requestOf(observation);
    if (request !== undefined) await fulfilRequest(request);
    if (claim && isLive) {
      failures = 0;
      notBefore = 0;
      if (host.now() - claim.startedAt >= STABLE_AFTER) takeovers = 0;
      state.watch = {};
    } else if (isMissing(observation)) await restartRunner(observation);
    // A runner elsewhere that is no longer renewed is noticed at once.
    return endsAt === undefined || !isLive ? LOOK : clamp(endsAt - RENEW_EVERY - host.now());
  }

  const isAlive = ({ claim, endsAt }: Observation): boolean =>
    claim !== undefined && (endsAt === undefined || !isOverdue(endsAt, host.now()));

  /** Crashes seen by a supervisor are reported immediately. A runner without a supervisor is lost at the second check. */
  async function reportEnds({ state, intent, dead }: Observation): Promise<void> {
    if (state && !isReported(state, intent?.told)) await host.transact((ctx) => reportDeath(ctx, state));
    else if (dead && lost === dead.id) await host.transact((ctx) => reportLoss(ctx, dead));
    lost = dead?.id;
  }

  async function fulfilRequest(request: "stop" | "restart"): Promise<void> {
    if (performance.now() < requestNotBefore) return;
    await tryChangeLock(host, async () => {
      if (requestOf(await observeRunner(host)) !== request) return;
      requestNotBefore = performance.now() + REQUEST_RETRY;
      const outcome = await fulfil(host, request);
      if (hasStopped(outcome)) requestNotBefore = 0;
      else host.log.warn({ request, reason: outcome.reason }, "The channel runner of this host could not be stopped");
    });
  }

  const isMissing = ({ intent, supervisor, expectedAt }: Observation) =>
    intent?.desired === "running" && !supervisor && expectedAt === undefined;

  async function restartRunner(observation: Observation): Promise<void> {
    if (notBefore === 0) wait(firstDelay(observation));
    if (performance.now() < notBefore) return;
    try {
      await tryChangeLock(host, beginAgain);
    } catch (error) {
      state.watch = { ...state.watch, trouble: error instanceof Error ? error.message : String(error) };
      throw error;
    }
  }

  /** A runner that was lost or given up elsewhere has been missing for a while, unless its crashes bring it here. */
  function firstDelay({ claim, dead, intent }: Observation): number {
    const lost = claim ?? dead;
    if (lost && !isHere(lost)) return 0;
    if (dead || !intent?.last || isHere(intent.last)) return backoff(0);
    return takeovers++ === 0 ? 0 : backoff(takeovers - 2);
  }

  const backoff = (failed: number): number => BACKOFF[Math.min(failed, BACKOFF.length - 1)] as number;

  function wait(delay: number): void {
    notBefore = performance.now() + delay;
    state.watch = { nextAt: host.now() + delay };
  }

  async function beginAgain(): Promise<void> {
    const { config, services, log } = host;
    const observation = await observeRunner(host);
    if (isAlive(observation) || !isMissing(observation)) return;
    wait(backoff(failures++));
    assertStartable(config, services);
    if (!RESTARTABLE.includes((await managerOf(config).look(config, observation)).managerStatus)) return;
    log.warn({ attempt: failures }, "The channel runner is missing and is being restarted");
    await begin(host, observation);
  }

  const loop = createLoop({ name: "channels.watch", log: host.log, step: check, longestRetry: LOOK });
  loop.wake(LOOK);
  return async () => {
    await loop.stop();
    state.watch = undefined;
    state.hasRunner = false;
  };
}
