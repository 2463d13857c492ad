import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext, Worker } from "@postern/core";
import { createPacer } from "@postern/core/paging";
import { createLoop } from "@postern/core/queue";
import { type TimingRecord, timings } from "../collections.ts";
import type { group } from "../group.ts";
import { nextTime } from "../times/timing.ts";
import { SET_BACK } from "../when-due.ts";
import { applyDecision } from "./apply.ts";
import { type Decision, decide } from "./decide.ts";

type Host = PluginContext<typeof group>;

/** Maximum sleep: changes by other processes, and of the clock, are noticed after it. */
const MAX_SLEEP = 1_000;
/** Minimum interval between looks after commits. */
const SHORTEST = 20;
/** Schedules that are decided at a time, and about so many runs are added in one commit. */
const PORTION = 25;

/** Adds the runs of schedules that are due, in every serving process; each due time is decided in one commit. */
export const startDue: Worker<readonly []> = {
  name: "schedules.due",
  operations: [],
  events: [],
  start: (host) => start(host as Host),
  state: () => ({ name: "schedules.due", waiting: 0, running: 0, dead: 0 }),
};

function start(host: Host): () => Promise<void> {
  async function step(signal: AbortSignal): Promise<number> {
    await resetFarAhead(host);
    const now = host.now();
    const wait = await untilNext(host, now);
    if (wait > 0) return Math.min(MAX_SLEEP, wait);
    let decided: Decided[] = [];
    let added = 0;
    for (const timing of await dueTimings(host, now)) {
      const decision = await decide(timing, now);
      if (decision.fault !== undefined)
        host.log.error({ schedule: timing.schedule, error: decision.fault }, "Due times cannot be computed");
      decided.push({ timing, decision });
      added += decision.runs.length;
      signal.throwIfAborted();
      await turn();
      if (added < PORTION) continue;
      await applyAll(host, decided);
      decided = [];
      added = 0;
    }
    await applyAll(host, decided);
    return 0;
  }

  const loop = createLoop({ name: "schedules", log: host.log, step, shortest: SHORTEST, longestRetry: MAX_SLEEP });
  const off = host.onCommit(() => loop.wake(SHORTEST));
  loop.wake();
  return async () => {
    off();
    await loop.stop();
  };
}

interface Decided {
  readonly timing: TimingRecord;
  readonly decision: Decision;
}

/** Commits decisions, and ends what they cancel in this process. */
async function applyAll(host: Host, decided: readonly Decided[]): Promise<void> {
  if (decided.length === 0) return;
  const canceled = await host.transact(async (ctx) => {
    const pace = createPacer();
    const ids: string[] = [];
    for (const { timing, decision } of decided) ids.push(...(await applyDecision(ctx, timing, decision, pace)));
    return ids;
  });
  for (const id of canceled) host.state.running.get(id)?.abort(new Error("The next run was due"));
}

/** Milliseconds until a schedule is due. */
async function untilNext({ store }: Host, now: number): Promise<number> {
  const [first] = (await store.find(timings, { by: "byDue", limit: 1 })).items;
  return first?.nextDueAt === undefined ? MAX_SLEEP : first.nextDueAt - now;
}

async function dueTimings({ store }: Host, now: number) {
  const { items } = await store.find(timings, { by: "byDue", to: [now + 1], limit: PORTION });
  return items.filter((one): one is TimingRecord & { nextDueAt: number } => one.nextDueAt !== undefined);
}

/**
 * Schedules whose last due time is hours ahead ran by a clock that was wrong and has been corrected: they continue from
 * now, and not only when that time has come again.
 */
async function resetFarAhead(host: Host): Promise<void> {
  const ahead = { by: "byDone", from: [host.now() + SET_BACK], limit: PORTION } as const;
  if ((await host.store.find(timings, ahead)).items.length === 0) return;
  await host.transact(async ({ store, now }) => {
    for (const timing of (await store.find(timings, ahead)).items) {
      const nextDueAt = timing.nextDueAt === undefined ? undefined : nextTime(timing, now);
      const { nextDueAt: _, ...rest } = timing;
      const reset = { ...rest, doneTo: now, revision: timing.revision + 1 };
      await store.put(timings, nextDueAt === undefined ? reset : { ...reset, nextDueAt });
    }
  });
}
