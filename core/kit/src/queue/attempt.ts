import { causeOf, type Operation, type PluginContext, type PluginTransaction, type Transacting } from "@postern/core";
import { sleepBy } from "@postern/core/background";
import { causeIn } from "./cause.ts";
import { type Claim, held, leased } from "./claim.ts";
import type { ClockStepDetector } from "./clock-step.ts";
import type { Stored } from "./entry.ts";
import { conclude, type Line } from "./lane.ts";
import { callerFor } from "./owner.ts";
import { failed, type Rules, unattempted } from "./rules.ts";
import type { Completion, CompletionContext } from "./types.ts";

/** How a queue does the work of an entry. */
export interface Work extends Rules, Line {
  readonly name: string;
  /** Time limit of an attempt in milliseconds. */
  readonly timeout: number;
  handle(entry: Stored, signal: AbortSignal, note: (note: unknown) => void): Promise<Completion | undefined>;
  died(ctx: Transacting, entry: Stored): Promise<void>;
}

/** What an attempt needs of its worker. */
export interface AttemptSetting {
  readonly work: Work;
  readonly host: PluginContext;
  readonly clock: ClockStepDetector;
  /** Ends the attempt. */
  readonly stop: AbortController;
  isStopping(): boolean;
  /** Whether the next entry of its lane may follow in its place. */
  mayFollow(next: Stored): boolean;
  /** Called as soon as the handler has failed. */
  failed(error: unknown): void;
}

/** Stages the result of an attempt, if its entry is still leased. Returns the entry that it released in its lane. */
type Outcome = (entry: Stored, ctx: PluginTransaction) => Promise<Stored | undefined>;

/**
 * Does the work of a claimed entry and stores the result. Returns the next entry of its lane, if the same commit claimed
 * it.
 */
export async function attempt(one: Claim, setting: AttemptSetting): Promise<Claim | undefined> {
  const { work, host, stop } = setting;
  const renewing = setInterval(() => void renew(one, setting), work.lease / 3);
  // Its lease would have been renewed while the time passed.
  const leave = sleepBy(host.now, {
    name: `queue ${work.name}`,
    onAdvance: () => void renew(one, setting),
    isBusy: () => true,
  });
  let note: unknown;
  const noted = (entry: Stored): Stored => ({ ...entry, ...(note !== undefined && { note }) });
  const failure =
    (error: unknown): Outcome =>
    async (entry, ctx) => {
      const isReleased = setting.isStopping() && stop.signal.aborted;
      const next = noted(isReleased ? unattempted(entry, ctx.now) : failed(entry, error, ctx.now, work));
      if (next.status !== "dead") await ctx.store.put(work.entries, next);
      else if ((await conclude(ctx, work, next)).isFinished) await work.died(ctx, next);
      return undefined;
    };
  let outcome: Outcome;
  let fault: { error: unknown } | undefined;
  try {
    const completion = await within(work.timeout, stop, (signal) =>
      work.handle(one.entry, signal, (left) => {
        note = left;
      }),
    );
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
      const done = noted({ ...rest, status: "done", finishedAt: ctx.now });
      return (await conclude(ctx, work, done)).released;
    };
  } catch (error) {
    setting.failed(error);
    outcome = failure(error);
  }
  clearInterval(renewing);
  return storeOutcome(one, setting, outcome, () => fault && failure(fault.error)).finally(leave);
}

/** A claim whose lease has expired must not complete the entry: another worker may have it, or have finished it. */
async function storeOutcome(
  one: Claim,
  setting: AttemptSetting,
  outcome: Outcome,
  fallback?: () => Outcome | undefined,
): Promise<Claim | undefined> {
  const { work, host, clock, mayFollow } = setting;
  try {
    return await host.transact(async (ctx) => {
      clock.note(ctx.now);
      const entry = await held(ctx, work.entries, one);
      const next = entry && (await outcome(entry, ctx));
      if (!next || next.dueAt > ctx.now || !mayFollow(next)) return undefined;
      const claim = leased(next, ctx.now, work);
      await ctx.store.put(work.entries, claim.entry);
      return claim;
    }, causeIn(one.entry.cause));
  } catch (error) {
    const next = fallback?.();
    if (next) return storeOutcome(one, setting, next);
    // The lease expires, and the entry is claimed again.
    host.log.warn(
      { queue: work.name, entry: one.entry.id, ...causeOf(error) },
      "The result of an attempt could not be stored",
    );
    return undefined;
  }
}

/** Returns an entry that was claimed but not started. */
export async function release(one: Claim, work: Work, host: PluginContext): Promise<void> {
  try {
    await host.transact(async (ctx) => {
      const entry = await held(ctx, work.entries, one);
      if (!entry) return;
      await ctx.store.put(work.entries, unattempted(entry, ctx.now));
      work.arrivals.announce(entry.id);
    });
  } catch (error) {
    // The lease expires, and the entry is claimed again.
    host.log.warn({ queue: work.name, entry: one.entry.id, ...causeOf(error) }, "A claim could not be released");
  }
}

async function renew(one: Claim, { work, host, stop }: AttemptSetting): Promise<void> {
  try {
    const isOurs = await host.transact(async ({ store, now }) => {
      const entry = await held({ store }, work.entries, one);
      if (entry?.lease) await store.put(work.entries, { ...entry, lease: { ...entry.lease, until: now + work.lease } });
      return entry !== undefined;
    });
    if (!isOurs) stop.abort(new Error("The lease has expired"));
  } catch (error) {
    host.log.warn({ queue: work.name, entry: one.entry.id, ...causeOf(error) }, "A lease could not be renewed");
  }
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
