import { defineJob } from "@postern/kit/queue";
import { requests, sounds } from "./collections.ts";
import { group } from "./group.ts";
import { deleteRequest } from "./request.ts";
import { work } from "./work/work.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BATCH_SIZE = 200;

/** Deletes old requests, and blobs that no request refers to. */
export const sweep = defineJob(group, "sweep", {
  every: 10 * MINUTE,
  timeout: HOUR,
  async run({ host, signal }) {
    const age = host.config.keepDays * DAY;
    for (let more = true; more && !signal.aborted; ) {
      more = await host.transact(async (ctx) => {
        const old = { by: "byAge", to: [Math.max(0, ctx.now - age)], limit: BATCH_SIZE } as const;
        const { items, next } = await ctx.store.unchecked.find(requests, old);
        for (const { id } of items) {
          await work.discardAbout(ctx, id);
          await deleteRequest(ctx, id);
        }
        return next !== undefined;
      });
    }
    await host.blobs.sweep(async (name) => {
      signal.throwIfAborted();
      return (await host.store.count(sounds, { by: "byPart", prefix: [name], limit: 1 })) > 0;
    });
  },
});
