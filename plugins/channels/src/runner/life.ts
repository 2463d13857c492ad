import { rmSync } from "node:fs";
import { createLoop } from "@postern/core/background";
import { processMark } from "@postern/core/process";
import { RENEW_EVERY } from "@postern/kit/queue";
import type { OurHost } from "../host.ts";
import type { AdapterRuntime } from "../runtime/types.ts";
import type { AdapterState, Outbound } from "../schemas.ts";
import { releaseClaim, renewClaim, takeClaim } from "./own-claim.ts";
import { type Claim, claims, heartbeats, ONE } from "./records.ts";
import type { RunnerLife } from "./runner-life.ts";
import { logFile, runnerFile, writeAtomically } from "./supervise/state.ts";
import { trimLog } from "./supervise/trim.ts";

const LOOK = 1_000;
/** Milliseconds between attempts until the first report. */
const SOON = 100;
/** Maximum milliseconds to collect the status of the adapters. */
const SNAPSHOT_TIMEOUT = 5_000;
/** Maximum milliseconds to stop the adapters. The gateway stops waiting after ten seconds. */
const STOP_TIMEOUT = 7_000;

type StartAdapters = (host: OurHost) => Promise<AdapterRuntime>;

/** Makes this process the runner unless another one is, and then starts the adapters. */
export async function beginLife(host: OurHost, startAdapters: StartAdapters): Promise<RunnerLife> {
  const life = await attempt(host, startAdapters);
  host.state.life = life;
  if (life.refused !== undefined)
    host.log.error({ reason: life.refused }, "This process does not become the channel runner");
  return life;
}

async function attempt(host: OurHost, startAdapters: StartAdapters): Promise<RunnerLife> {
  const { data } = host.config;
  const outcome = await takeClaim(host);
  if ("refused" in outcome) {
    return { ...outcome, ended: Promise.resolve(outcome.refused), reason: outcome.refused, stop: async () => {} };
  }
  const { claim } = outcome;
  if (data !== undefined) writeProcessFile(host, data);
  let lose = (_reason: string) => {};
  const ended = new Promise<string>((resolve) => {
    lose = resolve;
  });
  let isFinal = false;
  // Before the adapters start, which can take longer than a lease.
  const stopRenewal = renewClaim(host, claim, {
    lost: () => lose("another runner has replaced this one"),
    stopped() {
      isFinal = true;
      lose("the runner was stopped");
    },
  });
  let adapters: AdapterRuntime;
  try {
    adapters = await startAdapters(host);
  } catch (error) {
    await stopRenewal();
    await release(host, claim, "the adapters could not be started");
    throw error;
  }
  const stopHeartbeat = startHeartbeat(host, claim, adapters, lose);
  host.log.info({ pid: claim.pid }, "The channel runner has started");
  const life: RunnerLife = {
    ended,
    get isFinal() {
      return isFinal;
    },
    reason: "the gateway was stopped",
    async stop() {
      await stopHeartbeat();
      const { reason } = life;
      await withTimeout(adapters.stop(), STOP_TIMEOUT).catch((error: unknown) => {
        host.log.warn({ error: String(error) }, "Adapters did not stop cleanly");
      });
      await stopRenewal();
      await release(host, claim, reason);
      host.log.info({ reason }, "The channel runner has stopped");
    },
  };
  return life;
}

interface Report {
  readonly adapters: readonly AdapterState[];
  readonly outbound: Outbound;
}

/** Writes a heartbeat. False if another runner holds the claim. */
function writeHeartbeat(host: OurHost, { id }: Claim, { adapters, outbound }: Report): Promise<boolean> {
  return host.transact(async ({ store, now }) => {
    if ((await store.get(claims, ONE))?.id !== id) return false;
    await store.put(heartbeats, { claim: id, at: now, adapters: [...adapters], outbound });
    return true;
  });
}

/** Reports every few seconds and soon after a change. A failing store or a hanging adapter does not stop it. */
function startHeartbeat(
  host: OurHost,
  claim: Claim,
  adapters: AdapterRuntime,
  lose: (reason: string) => void,
): () => Promise<void> {
  const { data, manager, log } = host.config;
  const startedAt = performance.now();
  let reportedAt = 0;
  let reported = "";
  let isFailing = false;

  async function reportOnce(): Promise<void> {
    const word = await withTimeout(adapters.snapshot(), SNAPSHOT_TIMEOUT);
    const text = JSON.stringify(word);
    if (text === reported && performance.now() - reportedAt < RENEW_EVERY) return;
    if (!(await writeHeartbeat(host, claim, word))) lose("another runner has replaced this one");
    reportedAt = performance.now();
    reported = text;
  }

  async function look(): Promise<number> {
    if (manager === "pm2" && data !== undefined) trimLog(logFile(data), log);
    try {
      await reportOnce();
      isFailing = false;
    } catch (error) {
      // The status is not available until the gateway has started all of its plugins.
      if (!isFailing && performance.now() - startedAt >= SNAPSHOT_TIMEOUT) {
        isFailing = true;
        host.log.warn({ error: String(error) }, "The runner cannot report its status");
      }
    }
    return reported === "" ? SOON : LOOK;
  }

  const loop = createLoop({ name: "channels.heartbeat", log: host.log, step: look });
  loop.wake(SOON);
  return loop.stop;
}

async function release(host: OurHost, claim: Claim, reason: string): Promise<void> {
  await releaseClaim(host, claim, reason);
  const { data } = host.config;
  if (data !== undefined) rmSync(runnerFile(data), { force: true });
}

/** For commands that must not touch a store in use but cannot ask it. */
function writeProcessFile({ log }: OurHost, data: string): void {
  try {
    writeAtomically(runnerFile(data), { ...processMark(), what: "The channel runner", stop: "postern channels stop" });
  } catch (error) {
    log.warn(
      { error: (error as NodeJS.ErrnoException).code },
      "The file that marks the running process could not be written to the data folder",
    );
  }
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
