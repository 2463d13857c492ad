import type { PluginContext } from "@postern/core";
import { defineJob } from "@postern/kit/queue";
import { isoOf } from "../base.ts";
import { group } from "../group.ts";
import { imports } from "./import.ts";
import { importFiles, importParts } from "./parts.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Parts removed per commit. */
const PORTION = 500;

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

async function removeOldParts({ store, transact }: PluginContext<typeof group>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { items } = await store.find(importParts, { by: "byTime", limit: PORTION });
    const removed = await transact(async (ctx) => {
      let count = 0;
      for (const { baseId, blob } of items) {
        const part = await ctx.store.get(importParts, baseId, blob);
        if (!part || part.uploadedAt > isoOf(ctx.now - DAY)) continue;
        await ctx.store.delete(importParts, baseId, blob);
        count++;
      }
      return count;
    });
    if (removed < PORTION) return;
  }
}
