import { deleteOlder } from "@postern/core/background";
import { defineJob } from "@postern/kit/queue";
import { held } from "./collections.ts";
import { group } from "./group.ts";

/** Longer than a dead entry of the inbox is kept. */
const KEPT = 40 * 24 * 60 * 60 * 1000;
const EVERY = 60 * 60 * 1000;
const PORTION = 100;

/** Removes received records that can no longer be retried. */
export const sweep = defineJob(group, "sweep", {
  every: EVERY,
  run: (run) => deleteOlder(run, held, { age: KEPT, portion: PORTION }),
});
