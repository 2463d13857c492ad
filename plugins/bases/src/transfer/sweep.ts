import type { PluginContext } from "@postern/core";
import { commitEach, defineJob } from "@postern/kit/queue";
import { isoOf } from "../base.ts";
import { group } from "../group.ts";
import { imports } from "./import.ts";
import { importFiles, importParts } from "./parts.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Removes parts a day after their upload, and files that no import needs. Only imports of this group have blobs. */
export const sweep = defineJob(group, "sweep", {
  every: HOUR,
  timeout: HOUR,
  async run({ host, signal }) {
    await removeOldParts(host, signal);
    await host.blobs.sweep(async (blob) => {
      signal.throwIfAborted();
      const one = { by: "byBlob" as const, prefix: [blob], limit: 1 };
      for (const kept of [imports, importFiles, importParts])
        if ((await host.store.count(kept as typeof imports, one)) > 0) return true;
      return false;
    });
  },
});

function removeOldParts(host: PluginContext<typeof group>, signal: AbortSignal): Promise<void> {
  const range = (now: number) => ({ by: "byTime", to: [isoOf(now - DAY)] }) as const;
  return commitEach(host, { collection: importParts, range, signal }, async ({ store, now }, part) => {
    // It may have been uploaded again since it was found.
    if (part.uploadedAt <= isoOf(now - DAY)) await store.delete(importParts, part.baseId, part.blob);
  });
}
