import { defineJob } from "@postern/kit/queue";
import { group } from "../group.ts";
import { undoables } from "./collection.ts";

const HOUR = 60 * 60 * 1_000;
/** As long as the journal keeps events by default. */
const KEPT = 30 * 24 * HOUR;
const PORTION = 500;

/** Removes what is known of old commands, which can then no longer be undone. */
export const sweepUndoables = defineJob(group, "sweep-undo", {
  every: HOUR,
  async run({ host, signal }) {
    for (let more = true; more && !signal.aborted; ) {
      more = await host.transact(async ({ store, now }) => {
        // Commits are numbered in the order of time. Nobody changes records of this age.
        const { items } = await store.unchecked.find(undoables, { limit: PORTION });
        const old = items.filter(({ at }) => at < now - KEPT);
        for (const { number, place } of old) await store.delete(undoables, number, place);
        return old.length === PORTION;
      });
    }
  },
});
