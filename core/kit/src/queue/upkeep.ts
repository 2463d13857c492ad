import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext } from "@postern/core";
import { elapsedBy } from "@postern/core/background";
import type { SingleRecord } from "@postern/core/storage";
import type { ClockStepDetector } from "./clock-step.ts";
import type { Entries, Stored } from "./entry.ts";
import { createLeader, type LeaderLease } from "./leader.ts";
import { correctDueTimes, type Rules } from "./rules.ts";

/** What is kept in order in a queue besides its work. */
export interface Kept extends Rules {
  readonly entries: Entries;
  /** Milliseconds for which finished entries are kept, and dead ones. */
  readonly keep: { readonly done: number; readonly dead: number };
  /** Which process deletes old entries. */
  readonly sweepLease: SingleRecord<LeaderLease>;
}

const MINUTE = 60_000;
/** Longest time between looks for old entries, in milliseconds. */
const HOUR = 60 * MINUTE;
/** Old entries that one commit deletes. */
const PORTION = 200;

/** Corrects due times after the clock was set back, and deletes old entries, in one process at a time. */
export function createUpkeep(kept: Kept, host: PluginContext, clock: ClockStepDetector, isStopping: () => boolean) {
  const { entries, keep, sweepLease } = kept;
  const elapsed = elapsedBy(host.now);
  const leader = createLeader(host, sweepLease);
  const ages = [
    ["done", keep.done],
    ["discarded", keep.done],
    ["dead", keep.dead],
  ] as const;
  /** When there may be old entries, by the monotonic clock. */
  let sweepAt = Number.NEGATIVE_INFINITY;

  /** Called at the start as well: the clock may have been set back while no process was running. */
  async function checkClock(): Promise<void> {
    let after: string | undefined;
    do {
      after = await host.transact((ctx) => correctDueTimes(ctx, entries, kept, after));
      await turn();
    } while (after !== undefined && !isStopping());
    clock.reset();
  }

  async function sweep(): Promise<void> {
    let rest = HOUR;
    for (const [status, age] of ages) {
      const { items } = await host.store.find(entries, { by: "byEnd", prefix: [status], limit: 1 });
      let left = items[0] ? (items[0].finishedAt ?? 0) + age - host.now() : age;
      // Exactly at its end, an entry is not old enough.
      if (left < 0) left = (await leader.wait()) || (await deleteOld(status, age));
      rest = Math.min(rest, Math.max(MINUTE, left));
    }
    sweepAt = elapsed() + rest;
  }

  /** Returns 0: there may be others that are nearly as old. */
  async function deleteOld(status: Stored["status"], age: number): Promise<number> {
    for (let more = true; more && !isStopping(); await turn())
      more = await host.transact(async ({ store, now }) => {
        const range = { by: "byEnd", from: [status, 0], to: [status, Math.max(0, now - age)] } as const;
        const { items, next } = await store.unchecked.find(entries, { ...range, limit: PORTION });
        for (const { id } of items) await store.delete(entries, id);
        return next !== undefined;
      });
    return 0;
  }

  return {
    async run(): Promise<void> {
      if (clock.isSetBack(host.now())) await checkClock();
      if (elapsed() >= sweepAt) await sweep();
    },
    // A store that is away lets the lease end by itself.
    end: () => leader.resign().catch(() => {}),
  };
}
