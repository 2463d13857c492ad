import { defineJob } from "@postern/core/queue";
import { group } from "../group.ts";
import { imports } from "./import.ts";

const HOUR = 60 * 60 * 1000;

/** Removes files that no import needs. Only imports of this group have blobs. */
export const sweep = defineJob(group, "sweep", {
  every: HOUR,
  timeout: HOUR,
  run: ({ host: { blobs, store }, signal }) =>
    blobs.sweep(async (blob) => {
      signal.throwIfAborted();
      return (await store.count(imports, { by: "byBlob", prefix: [blob], limit: 1 })) > 0;
    }),
});
