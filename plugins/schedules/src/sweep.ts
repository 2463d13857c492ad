import { defineJob } from "@postern/core/queue";
import { attempts } from "./collections.ts";
import { group } from "./group.ts";

/** Longer than a dead run is kept. */
const KEPT = 40 * 24 * 60 * 60 * 1000;
const EVERY = 60 * 60 * 1000;
const PORTION = 200;

/** Removes what is known of runs that can no longer be retried. */
export const sweep = defineJob(group, "sweep", {
  every: EVERY,
  async run({ host, signal }) {
    for (let more = true; more && !signal.aborted; ) {
      more = await host.transact(async ({ store, now }) => {
        const old = { by: "byAge", to: [Math.max(0, now - KEPT)], limit: PORTION } as const;
        const { items, next } = await store.unchecked.find(attempts, old);
        for (const { run } of items) await store.delete(attempts, run);
        return next !== undefined;
      });
    }
  },
});
