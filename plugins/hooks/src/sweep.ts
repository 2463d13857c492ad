import { deleteOlder } from "@postern/core/background";
import { defineJob } from "@postern/kit/queue";
import { messages } from "./collections.ts";
import { group } from "./group.ts";

/** Longer than a dead delivery is kept. */
const KEPT = 40 * 24 * 60 * 60 * 1000;
const EVERY = 10 * 60 * 1000;

/** Removes the events of deliveries that can no longer be retried. */
export const sweep = defineJob(group, "sweep", {
  every: EVERY,
  run: (run) => deleteOlder(run, messages, { age: KEPT }),
});
