import { commitEach, defineJob } from "@postern/kit/queue";
import { requests, sounds } from "./collections.ts";
import { group } from "./group.ts";
import { deleteRequest } from "./request.ts";
import { work } from "./work/work.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Deletes old requests, and blobs that no request refers to. */
export const sweep = defineJob(group, "sweep", {
  every: 10 * MINUTE,
  timeout: HOUR,
  async run({ host, signal }) {
    const age = host.config.keepDays * DAY;
    const range = (now: number) => ({ by: "byAge", to: [Math.max(0, now - age)] }) as const;
    await commitEach(host, { collection: requests, range, signal }, async (ctx, { id }) => {
      await work.discardAbout(ctx, id);
      await deleteRequest(ctx, id);
    });
    await host.blobs.sweep(async (name) => {
      signal.throwIfAborted();
      return (await host.store.count(sounds, { by: "byPart", prefix: [name], limit: 1 })) > 0;
    });
  },
});
