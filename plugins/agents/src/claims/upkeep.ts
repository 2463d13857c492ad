import type { PluginContext, Transacting, Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { commitEach, createClockStepDetector, createKnown, createLeader, type Each } from "@postern/kit/queue";
import { claimsLease, type TurnRecord, turnContents, turns } from "../collections.ts";
import { turnAnswered, turnDiscarded, turnExpired, turnFailed, turnReady } from "../events.ts";
import type { group } from "../group.ts";
import { expireTurn, failTurn } from "./close.ts";
import { putInLane, withoutClaim } from "./lane.ts";

/** Maximum sleep in milliseconds, after which claims of other processes are noticed. */
const MAX_SLEEP = 1_000;
/** Minimum interval between looks after commits, in milliseconds. */
const OTHER_COMMITS = 100;
/** Ready turns that are looked at for those who wait here. */
const MAX_READY = 100;
/** How often old turns are deleted, in milliseconds. */
const SWEEP_INTERVAL = 60_000;
const CLOSED = ["answered", "discarded", "failed", "expired"] as const;

type OurHost = PluginContext<typeof group>;

/** Returns turns whose claim has ended, expires those that nobody claims, and deletes old ones. */
export const keepTurns: Worker<readonly []> = {
  name: "agents.claims",
  operations: [],
  events: [],
  start: (host) => start(host as OurHost),
  state: async ({ store }) => ({
    name: "agents.claims",
    waiting: await store.count(turns, { by: "byView", prefix: ["status", "ready"] }),
    running: await store.count(turns, { by: "byView", prefix: ["status", "claimed"] }),
    dead: 0,
  }),
};

function start(host: OurHost): () => Promise<void> {
  const { turnExpiryMs, turnRetentionMs } = host.config;
  const { wake, isWaiting } = host.state.waiters;
  const clock = createClockStepDetector();
  const due = createKnown(nextDue);
  const leader = createLeader(host, claimsLease);
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function step(signal: AbortSignal): Promise<number> {
    if (isWaiting()) await wakeForReady();
    if (clock.isSetBack(host.now())) {
      await each(signal, (now) => ({ by: "byLease", from: [now] }), shortenLease);
      await each(signal, (now) => ({ by: "byDueOfAll", from: [now + 1] }), makeDue);
      clock.reset();
    }
    if ((await due.current()) <= host.now()) {
      const others = await leader.wait();
      if (others > 0) return others;
      await each(signal, (now) => ({ by: "byLease", to: [now + 1] }), endLease);
      await each(
        signal,
        (now) => closedBefore("ready", now - turnExpiryMs),
        (ctx, turn) =>
          turn.status === "ready" && turn.readyAt < ctx.now - turnExpiryMs ? expireTurn(ctx, turn) : undefined,
      );
    }
    const others = await sweep(signal);
    return Math.max(20, Math.min(MAX_SLEEP, others || MAX_SLEEP, (await due.current()) - host.now()));
  }

  /** Deletes old turns. Returns how long to leave that to another process, in milliseconds. */
  async function sweep(signal: AbortSignal): Promise<number> {
    const now = host.now();
    if (Math.abs(now - sweptAt) < SWEEP_INTERVAL) return 0;
    for (const status of CLOSED) {
      const old = closedBefore(status, now - turnRetentionMs);
      if ((await host.store.find(turns, { ...old, limit: 1 })).items.length === 0) continue;
      const others = await leader.wait();
      if (others > 0) return others;
      await each(signal, () => old, deleteTurn);
    }
    sweptAt = now;
    return 0;
  }

  /** Wakes callers here that wait for turns which another process has made ready. */
  async function wakeForReady(): Promise<void> {
    const { items } = await host.store.find(turns, { by: "byView", prefix: ["status", "ready"], limit: MAX_READY });
    for (const agentId of new Set(items.map((turn) => turn.agentId))) wake(agentId);
  }

  /** When the next claim ends, or the next turn that nobody claims expires. */
  async function nextDue(): Promise<number> {
    const [claimed, ready] = await Promise.all([
      host.store.find(turns, { by: "byLease", limit: 1 }),
      host.store.find(turns, { by: "byView", prefix: ["status", "ready"], limit: 1 }),
    ]);
    const never = Number.POSITIVE_INFINITY;
    return Math.min(claimed.items[0]?.leaseEndsAt ?? never, (ready.items[0]?.readyAt ?? never) + turnExpiryMs + 1);
  }

  function each(
    signal: AbortSignal,
    range: Each<TurnRecord, "byLease" | "byDueOfAll" | "byView">["range"],
    work: (ctx: Transacting, turn: TurnRecord) => unknown,
  ): Promise<void> {
    const onCommitted = ({ agentId }: TurnRecord) => wake(agentId);
    return commitEach(host, { collection: turns, range, signal, onCommitted }, work);
  }

  const loop = createLoop({ name: "agents.claims", log: host.log, now: host.now, step });
  const offs = [turnReady, turnAnswered, turnFailed, turnExpired, turnDiscarded].map((event) =>
    host.on<{ agentId: string }>(event as never, ({ data }) => wake(data.agentId)),
  );
  offs.push(
    host.onCommit(() => {
      due.noteCommit();
      if (isWaiting()) loop.wake(OTHER_COMMITS);
    }),
  );
  loop.wake();
  return async () => {
    for (const off of offs) off();
    await loop.stop();
    await leader.resign().catch(() => {});
  };
}

const closedBefore = (status: TurnRecord["status"], at: number) =>
  ({ by: "byView", prefix: ["status", status], to: [at] }) as const;

/** A program that lets its claim end has probably crashed. */
function endLease(ctx: Transacting, turn: TurnRecord): unknown {
  if (turn.leaseEndsAt === undefined || turn.leaseEndsAt > ctx.now) return undefined;
  return failTurn(ctx, turn, "The claim ended without an answer", 0);
}

/** After the clock was set back, no lease is longer than it was asked for. */
function shortenLease({ store, now }: Transacting, turn: TurnRecord): unknown {
  const { leaseMs = 0, leaseEndsAt = 0 } = turn;
  return leaseEndsAt > now + leaseMs ? store.put(turns, { ...turn, leaseEndsAt: now + leaseMs }) : undefined;
}

/** After the clock was set back, a turn is rather tried early than hours late. */
function makeDue({ store, now }: Transacting, turn: TurnRecord): unknown {
  return turn.dueAt !== undefined && turn.dueAt > now
    ? store.put(turns, { ...turn, dueAt: now, readyAt: Math.min(turn.readyAt, now) })
    : undefined;
}

async function deleteTurn({ store }: Transacting, { id }: TurnRecord): Promise<void> {
  await store.delete(turns, id);
  await store.delete(turnContents, id);
}

/** Gives a claim back as if it had not been made. */
export async function releaseTurn({ store }: Transacting, turnId: string, claim: string): Promise<void> {
  const turn = await store.get(turns, turnId);
  if (turn?.status !== "claimed" || turn.claim !== claim) return;
  await putInLane(store, { ...withoutClaim(turn), status: "ready", attempts: turn.attempts - 1 });
}
