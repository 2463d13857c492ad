import type { PluginContext, Worker } from "@postern/core";
import { createLoop } from "@postern/core/queue";
import type { OurHost } from "../host.ts";
import { assertStartable, begin, keeperOf, lookAt } from "./control.ts";
import { isTold, tellDeath, tellLoss } from "./deaths.ts";
import { claims } from "./records.ts";
import type { Seen } from "./seen.ts";
import { inTurn } from "./turn.ts";

const SECOND = 1_000;
const LOOK = SECOND;
/** Milliseconds before a missing runner is restarted: the first time, the second time and so on. */
const BACKOFF = [2, 5, 10, 30, 60].map((seconds) => seconds * SECOND);
/** pm2's statuses for a process that it will not restart, or does not know. */
const GIVEN_UP = [undefined, "errored"];

/** Reports crashed runners, and restarts a runner that should run if neither it nor its supervisor is alive. */
export const watch: Worker<readonly []> = {
  name: "channels.watch",
  operations: [],
  events: [],
  start: (host: PluginContext) => keepWatch(host as unknown as OurHost),
  state: async ({ store }) => ({ name: "channels.watch", waiting: 0, running: await store.count(claims), dead: 0 }),
};

function keepWatch(host: OurHost): () => Promise<void> {
  if (host.config.role === "runner") return async () => {};
  let lost: string | undefined;
  let failures = 0;
  let notBefore = 0;

  async function lookOnce(): Promise<number> {
    const seen = await lookAt(host);
    await tellEnds(seen);
    if (seen.claim) {
      failures = 0;
      notBefore = 0;
    } else if (isMissing(seen)) await bringBack();
    return LOOK;
  }

  /** Crashes seen by a supervisor are reported immediately. A runner without a supervisor is lost at the second check. */
  async function tellEnds({ state, wish, dead }: Seen): Promise<void> {
    if (state && !isTold(state, wish?.told)) await host.transact((ctx) => tellDeath(ctx, state));
    else if (dead && lost === dead.id) await host.transact((ctx) => tellLoss(ctx, dead));
    lost = dead?.id;
  }

  const isMissing = ({ wish, supervisor }: Seen) => wish?.desired === "running" && !supervisor;

  async function bringBack(): Promise<void> {
    const now = performance.now();
    if (notBefore === 0) notBefore = now + (BACKOFF[0] as number);
    if (now < notBefore) return;
    failures++;
    notBefore = now + (BACKOFF[Math.min(failures, BACKOFF.length) - 1] as number);
    const { config, services, log } = host;
    assertStartable(config, services);
    await inTurn(host, async () => {
      const seen = await lookAt(host);
      if (seen.claim || !isMissing(seen) || !GIVEN_UP.includes((await keeperOf(config).look(config, seen)).kept))
        return;
      log.warn({ attempt: failures }, "The channel runner is missing and is being restarted");
      await begin(host, seen);
    });
  }

  const loop = createLoop({ name: "channels.watch", log: host.log, step: lookOnce, longestRetry: LOOK });
  loop.wake(LOOK);
  return loop.stop;
}
