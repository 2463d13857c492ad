import { setImmediate as rest } from "node:timers/promises";
import type { Page, PluginContext, Transacting, Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { createClockStepDetector, createKnown } from "@postern/kit/queue";
import { type TurnRecord, turnContents, turns } from "../collections.ts";
import { turnAnswered, turnDiscarded, turnExpired, turnFailed, turnReady } from "../events.ts";
import type { group } from "../group.ts";
import { expireTurn, failTurn } from "./close.ts";
import { putInLane, withoutClaim } from "./lane.ts";

/** Maximum sleep in milliseconds, after which claims of other processes are noticed. */
const MAX_SLEEP = 1_000;
/** How often old turns are deleted, in milliseconds. */
const SWEEP_INTERVAL = 60_000;
const BATCH_SIZE = 100;
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
  const { wake } = host.state.waiters;
  const clock = createClockStepDetector();
  const due = createKnown(nextDue);
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function step(signal: AbortSignal): Promise<number> {
    if (clock.isSetBack(host.now())) {
      await each(signal, { by: "byLease", from: [host.now()] }, shortenLease);
      await each(signal, { by: "byDueOfAll", from: [host.now() + 1] }, makeDue);
      clock.reset();
    }
    const now = host.now();
    if ((await due.current()) <= now) {
      await each(signal, { by: "byLease", to: [now + 1] }, endLease);
      await each(signal, { by: "byView", prefix: ["status", "ready"], to: [now - turnExpiryMs] }, (ctx, turn) =>
        turn.status === "ready" && turn.readyAt < ctx.now - turnExpiryMs ? expireTurn(ctx, turn) : undefined,
      );
    }
    if (Math.abs(now - sweptAt) >= SWEEP_INTERVAL) {
      sweptAt = now;
      for (const status of CLOSED)
        await each(signal, { by: "byView", prefix: ["status", status], to: [now - turnRetentionMs] }, deleteTurn);
    }
    return Math.max(20, Math.min(MAX_SLEEP, (await due.current()) - host.now()));
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

  /** Does something with each turn in a range, each in its own commit, after it was read again. */
  async function each(
    signal: AbortSignal,
    range: Parameters<typeof host.store.find<TurnRecord, "byLease" | "byDueOfAll" | "byView">>[1],
    work: (ctx: Transacting, turn: TurnRecord) => unknown,
  ): Promise<void> {
    let after: string | undefined;
    do {
      const page: Page<TurnRecord> = await host.store.find(turns, {
        ...range,
        limit: BATCH_SIZE,
        ...(after !== undefined && { after }),
      });
      for (const { id, agentId } of page.items) {
        if (signal.aborted) return;
        await host.transact(async (ctx) => {
          const turn = await ctx.store.get(turns, id);
          if (turn) await work(ctx, turn);
        });
        wake(agentId);
      }
      after = page.next;
      await rest();
    } while (after !== undefined);
  }

  const loop = createLoop({ name: "agents.claims", log: host.log, now: host.now, step });
  const offs = [turnReady, turnAnswered, turnFailed, turnExpired, turnDiscarded].map((event) =>
    host.on<{ agentId: string }>(event as never, ({ data }) => wake(data.agentId)),
  );
  offs.push(host.onCommit(due.noteCommit));
  loop.wake();
  return async () => {
    for (const off of offs) off();
    await loop.stop();
  };
}

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
