import { defineJob } from "@postern/core/queue";
import { messages } from "./collections.ts";
import { group } from "./group.ts";

/** Longer than a dead delivery is kept. */
const KEPT = 40 * 24 * 60 * 60 * 1000;
const EVERY = 10 * 60 * 1000;
const PORTION = 200;

/** Removes the events of deliveries that can no longer be retried. */
export const sweep = defineJob(group, "sweep", {
  every: EVERY,
  async run({ host, signal }) {
    for (let more = true; more && !signal.aborted; ) {
      more = await host.transact(async ({ store, now }) => {
        const old = { by: "byAge", to: [Math.max(0, now - KEPT)], limit: PORTION } as const;
        const { items, next } = await store.unchecked.find(messages, old);
        for (const { hookId, deliveryId } of items) await store.delete(messages, hookId, deliveryId);
        return next !== undefined;
      });
    }
  },
});
