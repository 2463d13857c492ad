import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext, Worker } from "@postern/core";
import { createLoop, detectSetBack } from "@postern/core/queue";
import { gatherings, retimings } from "../collections.ts";
import { handOverDue } from "./hand-over.ts";
import { catchUp, retimePortion } from "./retime.ts";

/** The longest sleep: a clock that is set forward, and what another process does, is seen after it. */
const LONGEST_SLEEP = 500;
/** What is due this soon is not worth a look of its own. */
const SHORTEST_SLEEP = 20;
/** Turns that are handed over at a time. */
const PORTION = 16;
/** What could not be handed over is let be for so long, so that it does not keep others waiting. */
const REST = 10_000;

/** Hands over what is due, in each process that serves. */
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

  /** Does what there is to do, each thing also where another fails, and answers how long there is nothing. */
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

  /** The next of those that are due, each in a commit of its own; answers whether there may be more. */
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
      host.log.error({ agentId, chatId, error: String(error) }, "A turn could not be handed over; it is tried again");
    }
  }

  /** Also at the start: the clock may have been set back while nobody looked. */
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
