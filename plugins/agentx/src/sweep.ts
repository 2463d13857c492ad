import { setImmediate as breathe } from "node:timers/promises";
import type { PluginContext, Transacting, Worker } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { messages, permissions, removed, turns } from "./collections.ts";
import { sessionRemoved } from "./events.ts";

/** Records deleted per commit. With the largest messages this is several megabytes. */
const BATCH_SIZE = 50;
/** Sessions read per page. */
const PAGE_SIZE = 100;
/** Interval in ms for finding sessions that another process deleted, or whose cleanup failed. */
const SWEEP_INTERVAL = 10_000;

/** Stages the cleanup of the records of a deleted session. */
export async function scheduleSweep(
  { store, now }: Pick<Transacting, "store" | "now">,
  session: string,
): Promise<void> {
  await store.put(removed, { session, removedAt: now });
}

/**
 * Deletes the records of deleted sessions in batches. These records are unreachable and never grow, so the cleanup is safe
 * to restart after a crash and to run in several processes at the same time.
 */
export const sweepSessions: Worker<readonly []> = {
  name: "agentx.sweep",
  operations: [],
  events: [],
  start: startSweep,
  state: async ({ store }) => ({ name: "agentx.sweep", waiting: await store.count(removed, {}), running: 0, dead: 0 }),
};

function startSweep(host: PluginContext): () => Promise<void> {
  let isStopping = false;
  let work = Promise.resolve();
  const sweep = () => {
    work = work
      .then(() => sweepAll(host, () => isStopping))
      .catch((error: unknown) => {
        if (!isStopping) host.log.warn({ error: String(error) }, "Could not clean up deleted coding-agent sessions");
      });
  };
  const off = host.on(sessionRemoved, sweep);
  const timer = setInterval(sweep, SWEEP_INTERVAL);
  timer.unref();
  sweep();
  return () => {
    isStopping = true;
    off();
    clearInterval(timer);
    return work;
  };
}

async function sweepAll(host: PluginContext, isStopping: () => boolean): Promise<void> {
  for await (const { session } of scanRecords(host.store, removed, { portion: PAGE_SIZE })) {
    try {
      for (let isLeft = true; isLeft && !isStopping(); ) {
        isLeft = await host.transact((ctx) => sweepBatch(ctx, session));
        // An in-memory store never waits for I/O, so let callers run between two batches.
        await breathe();
      }
    } catch (error) {
      // One failure must not block the cleanup of the other sessions.
      if (!isStopping())
        host.log.warn({ session, error: String(error) }, "Could not clean up a deleted coding-agent session");
    }
    if (isStopping()) return;
  }
}

/** Stages the deletion of one batch; returns whether more may be left. The cleanup entry itself is deleted last. */
async function sweepBatch({ store }: Transacting, session: string): Promise<boolean> {
  const some = { prefix: [session], limit: BATCH_SIZE };
  // Unchecked reads are safe here: nothing is added to a deleted session.
  const oldMessages = await store.unchecked.find(messages, some);
  for (const { number } of oldMessages.items) await store.delete(messages, session, number);
  if (oldMessages.items.length > 0) return true;
  const oldTurns = await store.unchecked.find(turns, { by: "bySession", ...some });
  for (const { id } of oldTurns.items) await store.delete(turns, id);
  if (oldTurns.items.length > 0) return true;
  const oldPermissions = await store.unchecked.find(permissions, { by: "byState", ...some });
  for (const { id } of oldPermissions.items) await store.delete(permissions, id);
  if (oldPermissions.items.length > 0) return true;
  await store.delete(removed, session);
  return false;
}
