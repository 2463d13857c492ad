import type { PluginContext } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { createKnown } from "@postern/kit/queue";
import { requests } from "../collections.ts";
import type { group } from "../group.ts";
import { PROVIDER } from "../voiceprovider/connection.ts";
import { stopOf } from "./stop.ts";
import { work } from "./work.ts";

type AudioHost = PluginContext<typeof group>;

const RESUME_INTERVAL = 1_000;
const BATCH_SIZE = 200;

const parked = { by: "byParked", prefix: [PROVIDER] } as const;

/** Adds new jobs for parked requests when their worker is resumed. Returns a function that ends this. */
export function keepResuming(host: AudioHost): () => Promise<void> {
  const areParked = createKnown(async () => (await host.store.count(requests, parked)) > 0);
  const loop = createLoop({
    name: "audio.resume",
    log: host.log,
    now: host.now,
    step: async () => {
      if (await areParked.current()) await resumeParked(host);
      return RESUME_INTERVAL;
    },
  });
  const off = host.onCommit(areParked.noteCommit);
  loop.wake(RESUME_INTERVAL);
  return () => {
    off();
    return loop.stop();
  };
}

async function resumeParked(host: AudioHost): Promise<void> {
  if (await stopOf(host.store, host, PROVIDER)) return;
  await host.transact(async (ctx) => {
    for (const { id } of (await ctx.store.unchecked.find(requests, { ...parked, limit: BATCH_SIZE })).items) {
      const request = await ctx.store.get(requests, id);
      if (!request?.isParked) continue;
      const { isParked: _, ...rest } = request;
      await ctx.store.put(requests, { ...rest, job: await work.add(ctx, { request: id, provider: PROVIDER }) });
    }
  });
}
