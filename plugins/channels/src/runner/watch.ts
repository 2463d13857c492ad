import type { PluginContext, Worker } from "@postern/core";
import { createLoop } from "@postern/core/queue";
import type { OurHost } from "../host.ts";
import { withChangeLock } from "./change-lock.ts";
import { assertStartable, begin, managerOf, observeRunner } from "./control.ts";
import { isReported, reportDeath, reportLoss } from "./deaths.ts";
import type { Observation } from "./observe.ts";
import { claims } from "./records.ts";

const SECOND = 1_000;
const LOOK = SECOND;
/** Milliseconds before a missing runner is restarted: the first time, the second time and so on. */
const BACKOFF = [2, 5, 10, 30, 60].map((seconds) => seconds * SECOND);
/** pm2's statuses for a process that it will not restart, or does not know. */
const RESTARTABLE = [undefined, "errored"];

/** Reports crashed runners, and restarts a runner that should run if neither it nor its supervisor is alive. */
export const watch: Worker<readonly []> = {
  name: "channels.watch",
  operations: [],
  events: [],
  start: (host: PluginContext) => startWatch(host as unknown as OurHost),
  state: async ({ store }) => ({ name: "channels.watch", waiting: 0, running: await store.count(claims), dead: 0 }),
};

function startWatch(host: OurHost): () => Promise<void> {
  if (host.config.role === "runner") return async () => {};
  let lost: string | undefined;
  let failures = 0;
  let notBefore = 0;
  const { state } = host;
  state.watch = {};

  async function check(): Promise<number> {
    const observation = await observeRunner(host);
    await reportEnds(observation);
    if (observation.claim) {
      failures = 0;
      notBefore = 0;
      state.watch = {};
    } else if (isMissing(observation)) await restartRunner();
    return LOOK;
  }

  /** Crashes seen by a supervisor are reported immediately. A runner without a supervisor is lost at the second check. */
  async function reportEnds({ state, intent, dead }: Observation): Promise<void> {
    if (state && !isReported(state, intent?.told)) await host.transact((ctx) => reportDeath(ctx, state));
    else if (dead && lost === dead.id) await host.transact((ctx) => reportLoss(ctx, dead));
    lost = dead?.id;
  }

  const isMissing = ({ intent, supervisor }: Observation) => intent?.desired === "running" && !supervisor;

  async function restartRunner(): Promise<void> {
    if (notBefore === 0) wait(0);
    if (performance.now() < notBefore) return;
    wait(failures++);
    try {
      await beginAgain();
    } catch (error) {
      state.watch = { ...state.watch, trouble: error instanceof Error ? error.message : String(error) };
      throw error;
    }
  }

  function wait(failed: number): void {
    const delay = BACKOFF[Math.min(failed, BACKOFF.length - 1)] as number;
    notBefore = performance.now() + delay;
    state.watch = { nextAt: host.now() + delay };
  }

  async function beginAgain(): Promise<void> {
    const { config, services, log } = host;
    assertStartable(config, services);
    await withChangeLock(host, async () => {
      const observation = await observeRunner(host);
      if (
        observation.claim ||
        !isMissing(observation) ||
        !RESTARTABLE.includes((await managerOf(config).look(config, observation)).managerStatus)
      )
        return;
      log.warn({ attempt: failures }, "The channel runner is missing and is being restarted");
      await begin(host, observation);
    });
  }

  const loop = createLoop({ name: "channels.watch", log: host.log, step: check, longestRetry: LOOK });
  loop.wake(LOOK);
  return async () => {
    await loop.stop();
    state.watch = undefined;
  };
}
