import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext, Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { createClockStepDetector, createKnown, createLeader } from "@postern/kit/queue";
import { pendingTurns, reschedulings, turnsLease } from "../collections.ts";
import { deliverIfDue } from "./deliver.ts";
import { rescheduleBatch, rescheduleFuture } from "./reschedule.ts";

/** Maximum sleep in ms, after which clock changes are noticed. */
const MAX_SLEEP = 500;
/** Minimum sleep in ms. */
const MIN_SLEEP = 20;
/** Turns delivered concurrently. */
const BATCH_SIZE = 16;
/** Delay in ms before a failed turn is retried, so that it does not delay others. */
const RETRY_DELAY = 10_000;

/** Delivers due turns, in one process at a time. */
export const deliverTurns: Worker<readonly []> = {
  name: "agents.turns",
  operations: [],
  events: [],
  start,
  state: async ({ store }) => ({
    name: "agents.turns",
    waiting: await store.count(pendingTurns),
    running: 0,
    dead: 0,
  }),
};

function start(host: PluginContext): () => Promise<void> {
  const delayed = new Map<string, number>();
  let isStopping = false;
  const clock = createClockStepDetector();
  const due = createKnown(nextDue);
  const leader = createLeader(host, turnsLease);

  const loop = createLoop({
    name: "agents.turns",
    log: host.log,
    now: host.now,
    step: runOnce,
    longestRetry: MAX_SLEEP,
  });

  /** Runs all steps, even if one of them fails, and returns the time to sleep. */
  async function runOnce(): Promise<number> {
    const failures: unknown[] = [];
    const attempt = (work: () => Promise<void>) => work().catch((error) => void failures.push(error));
    await attempt(handleClockChange);
    if ((await due.current()) <= host.now()) {
      const others = await leader.wait();
      if (others > 0) return others;
      await attempt(rescheduleAll);
      await attempt(deliverAll);
    }
    if (failures.length > 0) throw failures[0];
    const wait = (await due.current()) - host.now();
    return Math.min(MAX_SLEEP, Math.max(delayed.size > 0 ? MAX_SLEEP : MIN_SLEEP, wait));
  }

  /** When the next turn is due; 0 if there are turns to be rescheduled. */
  async function nextDue(): Promise<number> {
    const [turns, others] = await Promise.all([
      host.store.find(pendingTurns, { by: "byDue", limit: 1 }),
      host.store.find(reschedulings, { limit: 1 }),
    ]);
    return others.items.length > 0 ? 0 : (turns.items[0]?.dueAt ?? Number.POSITIVE_INFINITY);
  }

  async function rescheduleAll(): Promise<void> {
    for (const { agentId } of (await host.store.find(reschedulings, { limit: BATCH_SIZE })).items)
      while (!isStopping && (await host.transact((ctx) => rescheduleBatch(ctx, agentId)))) await turn();
  }

  async function deliverAll(): Promise<void> {
    while (!isStopping && (await deliverBatch())) await turn();
  }

  /** Delivers the next due turns, each in its own commit, and returns whether more may be due. */
  async function deliverBatch(): Promise<boolean> {
    for (const [key, until] of delayed) if (until <= performance.now()) delayed.delete(key);
    const due = { by: "byDue", to: [host.now() + 1], limit: BATCH_SIZE + delayed.size } as const;
    const { items, next } = await host.store.find(pendingTurns, due);
    const ready = items.filter((one) => !delayed.has(keyOf(one)));
    await Promise.all(ready.map(deliverOne));
    return next !== undefined && ready.length > 0;
  }

  async function deliverOne(one: { agentId: string; chatId: string }): Promise<void> {
    const { agentId, chatId } = one;
    try {
      await host.transact((ctx) => deliverIfDue(ctx, agentId, chatId));
    } catch (error) {
      if (isStopping) return;
      delayed.set(keyOf(one), performance.now() + RETRY_DELAY);
      host.log.error({ agentId, chatId, error: String(error) }, "Could not deliver a turn; it will be retried");
    }
  }

  /** Also runs at the start, because the clock may have been set back while no gateway was running. */
  async function handleClockChange(): Promise<void> {
    if (!clock.isSetBack(host.now())) return;
    let after: string | undefined;
    do {
      after = await host.transact((ctx) => rescheduleFuture(ctx, after));
      await turn();
    } while (after !== undefined && !isStopping);
    clock.reset();
  }

  const off = host.onCommit(() => {
    due.noteCommit();
    clock.note(host.now());
    loop.wake();
  });
  loop.wake();

  return async () => {
    isStopping = true;
    off();
    await loop.stop();
    // A store that is away lets the lease end by itself.
    await leader.resign().catch(() => {});
  };
}

const keyOf = ({ agentId, chatId }: { agentId: string; chatId: string }): string => JSON.stringify([agentId, chatId]);
