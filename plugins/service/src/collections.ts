import { defineRecord } from "@postern/core";
import type { Verified } from "@postern/core/storage";
import type { LeaderLease } from "@postern/kit/queue";

/** The result of the last verification in the background. */
export const lastVerified = defineRecord<Pick<Verified, "damaged" | "lost" | "broken"> & { at: number }>(
  "service.last-verified",
);

/** Which process verifies the store. */
export const verifyLease = defineRecord<LeaderLease>("service.verify-lease");

export { policies, scheduleStates } from "./backups/policy.ts";
export { gateways } from "./gateways/collection.ts";
export { undoables } from "./undo/collection.ts";
