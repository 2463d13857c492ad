import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext } from "@postern/core";
import { elapsedBy } from "@postern/core/background";
import type { ClockStepDetector } from "./clock-step.ts";
import type { Entries } from "./entry.ts";
import { correctDueTimes, type Rules } from "./rules.ts";

/** What is kept in order in a queue besides its work. */
export interface Kept extends Rules {
  readonly entries: Entries;
  /** Milliseconds for which finished entries are kept, and dead ones. */
  readonly keep: { readonly done: number; readonly dead: number };
}

const SWEEP_EVERY = 60_000;

/** Corrects due times after the clock was set back, and deletes old entries once a minute. */
export function createUpkeep(kept: Kept, host: PluginContext, clock: ClockStepDetector, isStopping: () => boolean) {
  const { entries, keep } = kept;
  const elapsed = elapsedBy(host.now);
  let sweptAt = Number.NEGATIVE_INFINITY;

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
    sweptAt = elapsed();
    for (const [status, age] of [
      ["done", keep.done],
      ["discarded", keep.done],
      ["dead", keep.dead],
    ] as const) {
      let more = true;
      while (more && !isStopping()) {
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

  return async (): Promise<void> => {
    if (clock.isSetBack(host.now())) await checkClock();
    if (elapsed() - sweptAt >= SWEEP_EVERY) await sweep();
  };
}
