import { defineJob } from "@postern/kit/queue";
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
        // A run that waited for long may keep younger ones, but not for longer than it is kept itself.
        const { items } = await store.unchecked.find(attempts, { limit: PORTION });
        const young = items.findIndex(({ firstAt }) => firstAt > now - KEPT);
        for (const { run } of young < 0 ? items : items.slice(0, young)) await store.delete(attempts, run);
        return young < 0 && items.length === PORTION;
      });
    }
  },
});
