import type { PluginContext } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { commitEach, createKnown, createLeader } from "@postern/kit/queue";
import { requests, resumeLease } from "../collections.ts";
import type { group } from "../group.ts";
import { PROVIDER } from "../voiceprovider/connection.ts";
import { stopOf } from "./stop.ts";
import { work } from "./work.ts";

type AudioHost = PluginContext<typeof group>;

const RESUME_INTERVAL = 1_000;

const parked = { by: "byParked", prefix: [PROVIDER] } as const;

/** Adds new jobs for parked requests when their worker is resumed. Returns a function that ends this. */
export function keepResuming(host: AudioHost): () => Promise<void> {
  const areParked = createKnown(async () => (await host.store.count(requests, parked)) > 0);
  const leader = createLeader(host, resumeLease);
  const loop = createLoop({
    name: "audio.resume",
    log: host.log,
    now: host.now,
    step: async (signal) => {
      if (!(await areParked.current()) || (await stopOf(host.store, host, PROVIDER))) return RESUME_INTERVAL;
      const others = await leader.wait();
      if (others === 0) await resumeParked(host, signal);
      return others || RESUME_INTERVAL;
    },
  });
  const off = host.onCommit(areParked.noteCommit);
  loop.wake(RESUME_INTERVAL);
  return async () => {
    off();
    await loop.stop();
    // A store that is away lets the lease end by itself.
    await leader.resign().catch(() => {});
  };
}

const resumeParked = (host: AudioHost, signal: AbortSignal): Promise<void> =>
  commitEach(host, { collection: requests, range: () => parked, signal }, async (ctx, request) => {
    if (!request.isParked) return;
    const { isParked: _, ...rest } = request;
    await ctx.store.put(requests, { ...rest, job: await work.add(ctx, { request: request.id, provider: PROVIDER }) });
  });
