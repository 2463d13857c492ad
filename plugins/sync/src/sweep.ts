import { held } from "./collections.ts";
import type { SyncHost } from "./live.ts";

/** Longer than an entry of the inbox that died is kept. */
const KEPT = 40 * 24 * 60 * 60 * 1000;
const EVERY = 60 * 60 * 1000;
const PORTION = 100;

/** Removes what came and nobody can try again any more; answers what ends it. */
export function keepSwept(host: SyncHost): () => Promise<void> {
  let isStopped = false;
  let work = Promise.resolve();
  const sweep = () => {
    work = work
      .then(() => sweepOnce(host, () => isStopped))
      .catch((error: unknown) => {
        if (!isStopped) host.log.warn({ error: String(error) }, "What was held for the inbox could not be removed");
      });
  };
  const timer = setInterval(sweep, EVERY);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    return work;
  };
}

async function sweepOnce(host: SyncHost, isStopped: () => boolean): Promise<void> {
  let more = true;
  while (more && !isStopped()) {
    more = await host.transact(async ({ store, now }) => {
      const old = { by: "byAge", to: [Math.max(0, now - KEPT)], limit: PORTION } as const;
      const { items, next } = await store.glance.find(held, old);
      for (const { id } of items) await store.delete(held, id);
      return next !== undefined;
    });
  }
}
