import { defineJob } from "@postern/core/queue";
import { links } from "../collections.ts";
import { group } from "../group.ts";

const HOUR = 60 * 60 * 1_000;
/** By default the journal keeps events for a shorter time. */
const KEPT = 40 * 24 * HOUR;
const PORTION = 500;

/** Removes what is known of old chains. */
export const sweepLinks = defineJob(group, "sweep-links", {
  every: HOUR,
  async run({ host, signal }) {
    for (let more = true; more && !signal.aborted; ) {
      more = await host.transact(async ({ store, now }) => {
        const old = { by: "byAge", to: [Math.max(0, now - KEPT)], limit: PORTION } as const;
        const { items, next } = await store.unchecked.find(links, old);
        for (const { root, number, place } of items) await store.delete(links, root, number, place);
        return next !== undefined;
      });
    }
  },
});
