import type { PluginContext } from "@postern/core";
import { createLoop } from "@postern/core/queue";
import { requests } from "../collections.ts";
import type { group } from "../group.ts";
import { PROVIDER } from "../voiceprovider/connection.ts";
import { stopOf } from "./stop.ts";
import { work } from "./work.ts";

type AudioHost = PluginContext<typeof group>;

const RESUME_INTERVAL = 1_000;
const BATCH_SIZE = 200;

/** Adds new jobs for parked requests when their worker is resumed. Returns a function that ends this. */
export function keepResuming(host: AudioHost): () => Promise<void> {
  const loop = createLoop({
    name: "audio.resume",
    log: host.log,
    step: async () => {
      await resumeParked(host);
      return RESUME_INTERVAL;
    },
  });
  loop.wake(RESUME_INTERVAL);
  return loop.stop;
}

async function resumeParked(host: AudioHost): Promise<void> {
  const waiting = { by: "byParked", prefix: [PROVIDER], limit: BATCH_SIZE } as const;
  const { items } = await host.store.find(requests, { ...waiting, limit: 1 });
  if (items.length === 0 || (await stopOf(host.store, host, PROVIDER))) return;
  await host.transact(async (ctx) => {
    for (const { id } of (await ctx.store.unchecked.find(requests, waiting)).items) {
      const request = await ctx.store.get(requests, id);
      if (!request?.isParked) continue;
      const { isParked: _, ...rest } = request;
      await ctx.store.put(requests, { ...rest, job: await work.add(ctx, { request: id, provider: PROVIDER }) });
    }
  });
}
