import type { Verified } from "@postern/core/storage";
import { defineRecord } from "@postern/core/storage";

/** What the last verification in the background has found. */
export const lastVerified = defineRecord<Pick<Verified, "damaged" | "lost" | "broken"> & { at: number }>(
  "service.last-verified",
);
