import { deleteOlder } from "@postern/core/background";
import { defineJob } from "@postern/kit/queue";
import { links } from "../collections.ts";
import { group } from "../group.ts";

const HOUR = 60 * 60 * 1_000;
/** By default the journal keeps events for a shorter time. */
const KEPT = 40 * 24 * HOUR;

/** Removes what is known of old chains. */
export const sweepLinks = defineJob(group, "sweep-links", {
  every: HOUR,
  run: (run) => deleteOlder(run, links, { age: KEPT, portion: 500 }),
});
