import type { Host } from "@postern/core";
import { messages } from "./collections.ts";

/** Longer than a delivery that died is kept. */
const KEPT = 40 * 24 * 60 * 60 * 1000;
const EVERY = 10 * 60 * 1000;
const PORTION = 200;

/** Removes what deliveries had to tell that nobody can try again any more; answers what ends it. */
export function keepSwept(host: Host): () => Promise<void> {
  let stopped = false;
  let work = Promise.resolve();
  const sweep = () => {
    work = work
      .then(() => sweepOnce(host, () => stopped))
      .catch((error: unknown) => {
        if (!stopped) host.log.warn({ error: String(error) }, "Old webhook messages could not be removed");
      });
  };
  const timer = setInterval(sweep, EVERY);
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
    return work;
  };
}

async function sweepOnce(host: Host, stopped: () => boolean): Promise<void> {
  let more = true;
  while (more && !stopped()) {
    more = await host.transact(async ({ store, now }) => {
      const old = { by: "byAge", to: [Math.max(0, now - KEPT)], limit: PORTION } as const;
      const { items, next } = await store.glance.find(messages, old);
      for (const { hookId, deliveryId } of items) await store.delete(messages, hookId, deliveryId);
      return next !== undefined;
    });
  }
}
