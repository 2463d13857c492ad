import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { PluginContext } from "../define/host.ts";
import { causeOf } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import type { PluginTransaction, Transacting } from "../define/transaction.ts";
import { type Claim, claim, held } from "./claim.ts";
import { createClockStepDetector } from "./clock-step.ts";
import type { Stored } from "./entry.ts";
import { conclude, type Line } from "./lane.ts";
import { createLoop } from "./loop.ts";
import { callerFor } from "./owner.ts";
import { correctDueTimes, failed, type Rules, unattempted } from "./rules.ts";
import { createShares } from "./share.ts";
import type { Completion, CompletionContext } from "./types.ts";

export interface Work extends Rules, Line {
  readonly name: string;
  /** Maximum number of concurrent entries per process. */
  readonly concurrency: number;
  /** Maximum number of concurrent attempts of one share per process. */
  readonly mostOfShare: number;
  /** Time limit of an attempt in milliseconds. */
  readonly timeout: number;
  /** Milliseconds for which finished entries are kept, and dead ones. */
  readonly keep: { readonly done: number; readonly dead: number };
  handle(entry: Stored, signal: AbortSignal, note: (note: unknown) => void): Promise<Completion | undefined>;
  died(ctx: Transacting, entry: Stored): void;
}

/** Stages the result of an attempt, if its entry is still leased. */
type Outcome = (entry: Stored, ctx: PluginTransaction) => unknown;

/** Maximum sleep: changes by other processes are noticed after it, even if their commits are not reported. */
const MAX_SLEEP = 1_000;
/** Minimum interval between checks that commits cause. */
const SHORTEST_SLEEP = 20;
/** How long running attempts have to finish when the gateway stops. */
const DRAIN = 3_000;
const SWEEP_EVERY = 60_000;

/** Works on a queue until it is stopped. Running attempts are waited for, then released for other workers. */
export function startWorker(work: Work, host: PluginContext): () => Promise<void> {
  const { entries, concurrency, name } = work;
  const running = new Map<string, { done: Promise<void>; stop: AbortController }>();
  const shares = createShares(work.mostOfShare);
  let stopping = false;
  let sweptAt = 0;
  const clock = createClockStepDetector();

  let lastLook = 0;
  const loop = createLoop({
    name: `queue ${name}`,
    log: host.log,
    step: claimDue,
    // An attempt that ends makes room immediately, so lanes are as fast as their entries.
    shortest: 1,
    longestRetry: MAX_SLEEP,
  });

  /** Claims what is due, and returns how long there is nothing to do. */
  async function claimDue(): Promise<number> {
    lastLook = performance.now();
    await checkClock();
    await sweep();
    const free = concurrency - running.size;
    if (free <= 0) return MAX_SLEEP;
    const next = await nextDue();
    const now = host.now();
    if (next > now) return Math.min(MAX_SLEEP, Math.max(SHORTEST_SLEEP, next - now));
    const room = (share: string | undefined) => shares.room(share, now);
    const claims = await host.transact((ctx) => claim(ctx, work, work, free, room, (entry) => work.died(ctx, entry)));
    // If the commit took much of the lease, it could expire before the renewal, and another process would start as
    // well.
    const enough = host.now() + (work.lease * 2) / 3;
    for (const one of claims) if ((one.entry.lease?.until ?? 0) > enough) begin(one);
    if (claims.length > 0) return SHORTEST_SLEEP;
    // Due entries have no room. The end of an attempt or a new entry wakes the loop.
    return Math.min(MAX_SLEEP, Math.max(SHORTEST_SLEEP, shares.nextAt(now) - now));
  }

  async function nextDue(): Promise<number> {
    const [waiting, lapsing] = await Promise.all(
      ["waiting", "running"].map((status) => host.store.find(entries, { by: "byDue", prefix: [status], limit: 1 })),
    );
    const due = waiting?.items[0]?.dueAt ?? Number.POSITIVE_INFINITY;
    return Math.min(due, lapsing?.items[0]?.lease?.until ?? Number.POSITIVE_INFINITY);
  }

  function begin(one: Claim): void {
    const stop = new AbortController();
    shares.begin(one.entry.share);
    const done = attempt(one, stop).finally(() => {
      running.delete(one.entry.id);
      loop.wake();
    });
    running.set(one.entry.id, { done, stop });
  }

  async function attempt(one: Claim, stop: AbortController): Promise<void> {
    const renewing = setInterval(() => void renew(one, stop), work.lease / 3);
    let note: unknown;
    const noted = (entry: Stored): Stored => ({ ...entry, ...(note !== undefined && { note }) });
    const failure =
      (error: unknown): Outcome =>
      async (entry, ctx) => {
        const isReleased = stopping && stop.signal.aborted;
        const next = noted(isReleased ? unattempted(entry, ctx.now) : failed(entry, error, ctx.now, work));
        if (next.status !== "dead") return ctx.store.put(entries, next);
        if ((await conclude(ctx, work, next)) === "finished") work.died(ctx, next);
      };
    let outcome: Outcome;
    let fault: { error: unknown } | undefined;
    try {
      const completion = await within(work.timeout, stop, (signal) =>
        work.handle(one.entry, signal, (left) => {
          note = left;
        }),
      );
      shares.end(one.entry.share, host.now(), undefined);
      outcome = async (entry, ctx) => {
        // An attempt to commit that failed does not count.
        fault = undefined;
        const faulty = (error: unknown) => {
          fault ??= { error };
          throw error;
        };
        const call = async (operation: Operation, input: unknown) =>
          ctx.call(operation, input, await callerFor(entry, host)).catch(faulty);
        try {
          await completion?.({ ...ctx, call: call as CompletionContext["call"] });
        } catch (error) {
          faulty(error);
        }
        const { error: _, ...rest } = entry;
        await conclude(ctx, work, noted({ ...rest, status: "done", finishedAt: ctx.now }));
      };
    } catch (error) {
      shares.end(one.entry.share, host.now(), error ?? "failed");
      outcome = failure(error);
    }
    clearInterval(renewing);
    await storeOutcome(one, outcome, () => fault && failure(fault.error));
  }

  /** A claim whose lease has expired must not complete the entry: another worker may have it, or have finished it. */
  async function storeOutcome(one: Claim, outcome: Outcome, fallback?: () => Outcome | undefined): Promise<void> {
    try {
      await host.transact(async (ctx) => {
        clock.note(ctx.now);
        const entry = await held(ctx, entries, one);
        if (entry) await outcome(entry, ctx);
      });
    } catch (error) {
      const next = fallback?.();
      if (next) return storeOutcome(one, next);
      // The lease expires, and the entry is claimed again.
      host.log.warn(
        { queue: name, entry: one.entry.id, ...causeOf(error) },
        "The result of an attempt could not be stored",
      );
    }
  }

  async function renew(one: Claim, stop: AbortController): Promise<void> {
    try {
      const isOurs = await host.transact(async ({ store, now }) => {
        const entry = await held({ store }, entries, one);
        if (entry?.lease) await store.put(entries, { ...entry, lease: { ...entry.lease, until: now + work.lease } });
        return entry !== undefined;
      });
      if (!isOurs) stop.abort(new Error("The lease has expired"));
    } catch (error) {
      host.log.warn({ queue: name, entry: one.entry.id, ...causeOf(error) }, "A lease could not be renewed");
    }
  }

  /** Called at the start as well: the clock may have been set back while no process was running. */
  async function checkClock(): Promise<void> {
    if (!clock.isSetBack(host.now())) return;
    let after: string | undefined;
    do {
      after = await host.transact((ctx) => correctDueTimes(ctx, entries, work, after));
      await turn();
    } while (after !== undefined && !stopping);
    clock.reset();
  }

  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < SWEEP_EVERY && sweptAt > 0) return;
    sweptAt = performance.now();
    for (const [status, age] of [
      ["done", work.keep.done],
      ["discarded", work.keep.done],
      ["dead", work.keep.dead],
    ] as const) {
      let more = true;
      while (more && !stopping) {
        more = await host.transact(async ({ store, now }) => {
          const range = { by: "byEnd", from: [status, 0], to: [status, Math.max(0, now - age)], limit: 200 } as const;
          const { items, next } = await store.unchecked.find(entries, range);
          for (const { id } of items) await store.delete(entries, id);
          return next !== undefined;
        });
        await turn();
      }
    }
  }

  const off = host.onCommit(() => {
    clock.note(host.now());
    loop.wake(Math.max(0, SHORTEST_SLEEP - (performance.now() - lastLook)));
  });
  loop.wake();

  return async () => {
    stopping = true;
    off();
    await loop.stop();
    const all = () => Promise.all([...running.values()].map(({ done }) => done));
    await Promise.race([all(), pause(DRAIN, undefined, { ref: false })]);
    for (const { stop } of running.values()) stop.abort(new Error("The gateway is stopping"));
    await Promise.race([all(), pause(DRAIN / 5, undefined, { ref: false })]);
  };
}

/**
 * Rejects if `work` does not finish in time or its signal is aborted. The signal notifies it; it is no longer waited
 * for.
 */
async function within<T>(limit: number, stop: AbortController, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal } = stop;
  const timer = setTimeout(() => stop.abort(new Error(`It did not finish within ${limit} ms`)), limit);
  try {
    return await Promise.race([
      work(signal),
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
