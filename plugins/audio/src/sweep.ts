import type { Host } from "@postern/core";
import { requests, sounds } from "./collections.ts";
import type { group } from "./group.ts";
import { forget } from "./request.ts";
import { work } from "./work/work.ts";

type AudioHost = Host<typeof group>;

const MINUTE = 60_000;
const EVERY = 10 * MINUTE;
const DAY = 24 * 60 * MINUTE;
const PORTION = 200;

/** Removes requests that are old, and sound that no request names any more; answers what ends it. */
export function keepSwept(host: AudioHost): () => Promise<void> {
  let stopped = false;
  let going = Promise.resolve();
  const sweep = () => {
    going = going
      .then(() => sweepOnce(host, () => stopped))
      .catch((error: unknown) => {
        if (!stopped) host.log.warn({ error: String(error) }, "Old requests for speech could not be removed");
      });
  };
  const timers = [setTimeout(sweep, MINUTE), setInterval(sweep, EVERY)];
  for (const timer of timers) timer.unref();
  return () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    return going;
  };
}

export async function sweepOnce(host: AudioHost, stopped = () => false): Promise<void> {
  const age = host.config.keepDays * DAY;
  for (let more = true; more && !stopped(); ) {
    more = await host.transact(async (ctx) => {
      const old = { by: "byAge", to: [Math.max(0, ctx.now - age)], limit: PORTION } as const;
      const { items, next } = await ctx.store.glance.find(requests, old);
      for (const { id } of items) {
        await work.discardAbout(ctx, id);
        await forget(ctx, id);
      }
      return next !== undefined;
    });
  }
  if (stopped()) return;
  await host.blobs.sweep(
    async (name) => (await host.store.count(sounds, { by: "byPart", prefix: [name], limit: 1 })) > 0,
  );
}
