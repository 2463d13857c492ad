import { deleteOlder } from "@postern/core/background";
import { defineJob } from "@postern/kit/queue";
import { chains, keptEvents, needs } from "../collections.ts";
import { group } from "../group.ts";
import { isNeeded } from "../kept-event.ts";

const HOUR = 60 * 60 * 1000;
/** Longer than a dead run is kept. */
const KEPT = 40 * 24 * HOUR;
/** A chain in which nothing has run for so long has ended. */
const CHAIN = 24 * HOUR;
const PORTION = 100;

/** Removes what runs needed that can no longer be retried, and events that nothing needs. */
export const sweep = defineJob(group, "sweep", {
  every: HOUR,
  async run({ host, signal }) {
    await deleteOlder({ host, signal }, needs, { age: KEPT, portion: PORTION });
    await deleteOlder({ host, signal }, chains, { age: CHAIN, portion: PORTION });
    let after: string | undefined;
    do {
      after = await host.transact(async ({ store, now }) => {
        const range = { by: "byAge", to: [Math.max(0, now - HOUR)], limit: PORTION } as const;
        const { items, next } = await store.unchecked.find(keptEvents, { ...range, ...(after && { after }) });
        for (const one of items)
          if (!(await isNeeded(store.unchecked, one))) await store.delete(keptEvents, one.number, one.place);
        return next;
      });
    } while (after !== undefined && !signal.aborted);
  },
});
