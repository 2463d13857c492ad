import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext, Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { createPacer } from "@postern/kit/paging";
import { createKnown, createLeader } from "@postern/kit/queue";
import { dueLease, type TimingRecord, timings } from "../collections.ts";
import type { group } from "../group.ts";
import { nextTime } from "../times/timing.ts";
import { SET_BACK } from "../when-due.ts";
import { applyDecision, type DueContext, type Prepared, prepare } from "./apply.ts";
import { decide } from "./decide.ts";

type Host = PluginContext<typeof group>;

/** Maximum sleep: changes by other processes, and of the clock, are noticed after it. */
const MAX_SLEEP = 1_000;
/** Minimum interval between looks after commits. */
const SHORTEST = 20;
/** Schedules that are read and decided at a time. */
const PORTION = 40;
/** Commits that are made at the same time; the store writes them as a group. */
const PARALLEL = 20;

/**
 * Adds the runs of schedules that are due, in one process at a time. Each schedule is decided in a commit of its own, so
 * that a change to one of them, such as to disable it, delays no other.
 */
export const startDue: Worker<readonly []> = {
  name: "schedules.due",
  operations: [],
  events: [],
  start: (host) => start(host as Host),
  state: () => ({ name: "schedules.due", waiting: 0, running: 0, dead: 0 }),
};

function start(host: Host): () => Promise<void> {
  const due = createKnown(() => nextDue(host));
  const leader = createLeader(host, dueLease);

  async function step(signal: AbortSignal): Promise<number> {
    const now = host.now();
    const wait = (await due.current()) - now;
    if (wait > 0) return Math.min(MAX_SLEEP, wait);
    const others = await leader.wait();
    if (others > 0) return others;
    let decided: Decided[] = [];
    for (const timing of await dueTimings(host, now)) {
      const decision = await decide(timing, now);
      if (decision.fault !== undefined)
        host.log.error({ schedule: timing.schedule, error: decision.fault }, "Due times cannot be computed");
      decided.push({ timing, decision });
      signal.throwIfAborted();
      await turn();
      if (decided.length < PARALLEL) continue;
      await applyEach(host, decided);
      decided = [];
    }
    await applyEach(host, decided);
    return 0;
  }

  const loop = createLoop({
    name: "schedules",
    log: host.log,
    now: host.now,
    step,
    shortest: SHORTEST,
    longestRetry: MAX_SLEEP,
  });
  const off = host.onCommit(() => {
    due.noteCommit();
    loop.wake(SHORTEST);
  });
  loop.wake();
  return async () => {
    off();
    await loop.stop();
    // A store that is away lets the lease end by itself.
    await leader.resign().catch(() => {});
  };
}

type Decided = Pick<Prepared, "timing" | "decision">;

/** Commits each decision; one that fails keeps no other from its commit. Throws the first error. */
async function applyEach(host: Host, decided: readonly Decided[]): Promise<void> {
  const ends = await Promise.allSettled(decided.map((one) => applyOne(host, one)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Commits a decision, and ends what it cancels in this process. */
async function applyOne(host: Host, decided: Decided): Promise<void> {
  let following: (() => void)[] = [];
  const canceled = await host.transact(async (given) => {
    following = [];
    // With these the queue starts what it has room for right after the commit, which saves a claim for each run.
    const ctx: DueContext = { ...given, host, afterCommit: (next) => void following.push(next) };
    const prepared = await prepare(ctx, decided);
    return prepared ? applyDecision(ctx, prepared, createPacer()) : [];
  });
  for (const next of following) next();
  for (const id of canceled) host.state.running.get(id)?.abort(new Error("The next run was due"));
}

/** When the next schedule is due. */
async function nextDue(host: Host): Promise<number> {
  await resetFarAhead(host);
  const [first] = (await host.store.find(timings, { by: "byDue", limit: 1 })).items;
  return first?.nextDueAt ?? Number.POSITIVE_INFINITY;
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
