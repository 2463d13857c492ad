import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext, Worker } from "@postern/core";
import { createLoop, detectSetBack } from "@postern/core/queue";
import { gatherings, retimings } from "../collections.ts";
import { handOverDue } from "./hand-over.ts";
import { catchUp, retimePortion } from "./retime.ts";

/** Maximum sleep in ms, after which clock changes and work of other processes are noticed. */
const LONGEST_SLEEP = 500;
/** Minimum sleep in ms. */
const SHORTEST_SLEEP = 20;
/** Turns delivered concurrently. */
const PORTION = 16;
/** Delay in ms before a failed turn is retried, so that it does not delay others. */
const REST = 10_000;

/** Delivers due turns in every serving process. */
export const keepTime: Worker<readonly []> = {
  name: "agents.turns",
  operations: [],
  events: [],
  start,
  state: async ({ store }) => ({
    name: "agents.turns",
    waiting: await store.count(gatherings),
    running: 0,
    dead: 0,
  }),
};

function start(host: PluginContext): () => Promise<void> {
  const resting = new Map<string, number>();
  let isStopping = false;
  const clock = detectSetBack();

  const loop = createLoop({ name: "agents.turns", log: host.log, step: lookOnce, longestRetry: LONGEST_SLEEP });

  /** Runs all steps, even if one of them fails, and returns the time to sleep. */
  async function lookOnce(): Promise<number> {
    const failures: unknown[] = [];
    for (const work of [mindClock, retimeAll, handOverAll]) await work().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    const [next] = (await host.store.find(gatherings, { by: "byDue", limit: 1 })).items;
    const wait = (next?.dueAt ?? Number.POSITIVE_INFINITY) - host.now();
    return Math.min(LONGEST_SLEEP, Math.max(resting.size > 0 ? LONGEST_SLEEP : SHORTEST_SLEEP, wait));
  }

  async function retimeAll(): Promise<void> {
    for (const { agentId } of (await host.store.find(retimings, { limit: PORTION })).items)
      while (!isStopping && (await host.transact((ctx) => retimePortion(ctx, agentId)))) await turn();
  }

  async function handOverAll(): Promise<void> {
    while (!isStopping && (await handOverPortion())) await turn();
  }

  /** Delivers the next due turns, each in its own commit, and returns whether more may be due. */
  async function handOverPortion(): Promise<boolean> {
    for (const [key, until] of resting) if (until <= performance.now()) resting.delete(key);
    const due = { by: "byDue", to: [host.now() + 1], limit: PORTION + resting.size } as const;
    const { items, next } = await host.store.find(gatherings, due);
    const ready = items.filter((one) => !resting.has(keyOf(one)));
    await Promise.all(ready.map(attempt));
    return next !== undefined && ready.length > 0;
  }

  async function attempt(one: { agentId: string; chatId: string }): Promise<void> {
    const { agentId, chatId } = one;
    try {
      await host.transact((ctx) => handOverDue(ctx, agentId, chatId));
    } catch (error) {
      if (isStopping) return;
      resting.set(keyOf(one), performance.now() + REST);
      host.log.error({ agentId, chatId, error: String(error) }, "Could not deliver a turn; it will be retried");
    }
  }

  /** Also runs at the start, because the clock may have been set back while no gateway was running. */
  async function mindClock(): Promise<void> {
    if (!clock.isSetBack(host.now())) return;
    let after: string | undefined;
    do {
      after = await host.transact((ctx) => catchUp(ctx, after));
      await turn();
    } while (after !== undefined && !isStopping);
    clock.reset();
  }

  const off = host.onCommit(() => {
    clock.note(host.now());
    loop.wake();
  });
  loop.wake();

  return async () => {
    isStopping = true;
    off();
    await loop.stop();
  };
}

const keyOf = ({ agentId, chatId }: { agentId: string; chatId: string }): string => JSON.stringify([agentId, chatId]);
