import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createLoop } from "@postern/core/background";
import { isHere, type ProcessMark, processMark, processStatus } from "@postern/core/process";
import { LEASE, RENEW_EVERY } from "@postern/kit/queue";
import type { OurHost } from "../host.ts";
import { claimStatus, isOverdue, renewedAtOf } from "./claim-status.ts";
import { removeClaim, reportDeath, reportLoss } from "./deaths.ts";
import { runnerStarted, runnerStopped } from "./events.ts";
import { type Claim, claims, heartbeats, type Intent, intents, ONE } from "./records.ts";
import { readState } from "./supervise/state.ts";

/** Why this process does not become the runner. With `isFinal`, trying again cannot help. */
interface Refusal {
  readonly refused: string;
  readonly isFinal: boolean;
}

const LOOK = 100;
const STOPPED = 'the runner was stopped and stays stopped. Start it with "postern channels start"';

type Taken = { readonly claim: Claim } | Refusal;

/** Makes this process the runner, or says why not. Waits for the end of a claim that is no longer renewed. */
export async function takeClaim(host: OurHost): Promise<Taken> {
  for (;;) {
    const taken = await tryClaim(host);
    if (taken !== "wait") return taken;
    await pause(LOOK, undefined, { signal: host.signal });
  }
}

/** Checks and claims in one commit: if two processes start at the same time, one of them gets the claim. */
function tryClaim(host: OurHost): Promise<Taken | "wait"> {
  const state = host.config.data === undefined ? undefined : readState(host.config.data);
  const supervisor = state && processStatus(state) === "alive" ? state : undefined;
  const own = { ...processMark(), id: randomUUID(), host: host.services.gateway.host };
  return host.transact(async (ctx) => {
    const { store, now, emit } = ctx;
    if (state) await reportDeath(ctx, state);
    const former = await store.get(claims, ONE);
    const { desired } = (await store.get(intents, ONE)) ?? {};
    // A supervisor, here or on another host, must not start again what was stopped. A person may.
    if (desired === "stopped" && process.connected) return { refused: STOPPED, isFinal: true };
    if (former && (await claimStatus(store, former, now)) !== "gone") {
      if (!isHere(former) && isOverdue((await renewedAtOf(store, former)) + LEASE, now)) return "wait";
      const refused = `another runner is active: process ${former.pid} on ${former.host}`;
      return { refused, isFinal: !isHere(former) };
    }
    if (former) await reportLoss(ctx, former);
    const claim = { ...own, startedAt: now };
    await store.put(intents, intentOf((await store.get(intents, ONE)) ?? {}, { own, supervisor, now }));
    await store.delete(heartbeats, ONE);
    await store.put(claims, claim);
    emit(runnerStarted, { pid: claim.pid, startedAt: now });
    return { claim };
  });
}

interface Claiming {
  readonly own: ProcessMark & { readonly host: string };
  readonly supervisor: ProcessMark | undefined;
  readonly now: number;
}

/** The intent with where the runner is now, so that other hosts leave its restart to its supervisor. */
function intentOf({ desired, restart: _, ...intent }: Intent, { own, supervisor, now }: Claiming): Intent {
  const { pid, start, host } = own;
  const { supervisor: former, ...rest } = intent;
  const isSame = former?.pid === supervisor?.pid && former?.start === supervisor?.start;
  const found =
    supervisor && !isSame
      ? { pid: supervisor.pid, ...(supervisor.start && { start: supervisor.start }), host, startedAt: now }
      : former && isHere(former) && former;
  return {
    ...rest,
    ...(desired === "running" && { desired }),
    ...(found && { supervisor: found }),
    last: { pid, ...(start !== undefined && { start }), host },
  };
}

interface Renewal {
  /** Called when another process holds the claim. */
  lost(): void;
  /** Called when the runner was stopped, at any gateway. */
  stopped(): void;
}

/**
 * Renews the claim until it is stopped. It does not depend on the adapters: other hosts start a runner as soon as the
 * claim is no longer renewed.
 */
export function renewClaim(host: OurHost, { id }: Claim, { lost, stopped }: Renewal): () => Promise<void> {
  async function renew(): Promise<number> {
    const state = await host.transact(async ({ store, now }) => {
      const claim = await store.get(claims, ONE);
      if (claim?.id !== id) return "lost";
      await store.put(claims, { ...claim, renewedAt: now });
      return (await store.get(intents, ONE))?.desired;
    });
    if (state === "lost") lost();
    if (state === "stopped") stopped();
    return RENEW_EVERY;
  }
  const loop = createLoop({ name: "channels.claim", log: host.log, step: renew, longestRetry: RENEW_EVERY / 2 });
  loop.wake(RENEW_EVERY);
  return loop.stop;
}

export async function releaseClaim(host: OurHost, { id, pid }: Claim, reason: string): Promise<void> {
  await host.transact(async ({ store, emit }) => {
    if ((await store.get(claims, ONE))?.id !== id) return;
    await removeClaim(store);
    emit(runnerStopped, { pid, reason });
  });
}
