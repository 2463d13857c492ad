import { defineJob } from "@postern/kit/queue";
import { contents } from "./collections.ts";
import { group } from "./group.ts";

const HOUR = 60 * 60 * 1000;

/** Removes files that no version uses, such as those of a failed publish, if they are older than an hour. */
export const sweep = defineJob(group, "sweep", {
  every: 6 * HOUR,
  timeout: HOUR,
  run: ({ host: { blobs, store }, signal }) =>
    blobs.sweep(async (name) => {
      signal.throwIfAborted();
      return (await store.count(contents, { by: "byBlob", prefix: [name], limit: 1 })) > 0;
    }),
});
