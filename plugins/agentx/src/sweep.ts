import { setImmediate as breathe } from "node:timers/promises";
import type { PluginContext, Transacting, Worker } from "@postern/core";
import { createInterval } from "@postern/core/background";
import { scanRecords } from "@postern/kit/paging";
import { createLeader, type Leader } from "@postern/kit/queue";
import { messages, permissions, removed, sweepLease, turns } from "./collections.ts";
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
 * to restart after a crash. One process at a time does it, so that others do not repeat the same deletions.
 */
export const sweepSessions: Worker<readonly []> = {
  name: "agentx.sweep",
  operations: [],
  events: [],
  start: startSweep,
  state: async ({ store }) => ({ name: "agentx.sweep", waiting: await store.count(removed, {}), running: 0, dead: 0 }),
};

function startSweep(host: PluginContext): () => Promise<void> {
  const leader = createLeader(host, sweepLease);
  const work = (signal: AbortSignal) => sweepAll(host, leader, signal);
  const loop = createInterval(SWEEP_INTERVAL, { name: "agentx.sweep", log: host.log, now: host.now, work });
  const off = host.on(sessionRemoved, () => loop.wake());
  loop.wake();
  return async () => {
    off();
    await loop.stop();
    // A store that is away lets the lease end by itself.
    await leader.resign().catch(() => {});
  };
}

async function sweepAll(host: PluginContext, leader: Leader, signal: AbortSignal): Promise<void> {
  for await (const { session } of scanRecords(host.store, removed, { portion: PAGE_SIZE })) {
    try {
      for (let isLeft = true; isLeft && !signal.aborted; ) {
        if ((await leader.wait()) > 0) return;
        isLeft = await host.transact((ctx) => sweepBatch(ctx, session));
        // An in-memory store never waits for I/O, so let callers run between two batches.
        await breathe();
      }
    } catch (error) {
      // One failure must not block the cleanup of the other sessions.
      if (!signal.aborted)
        host.log.warn({ session, error: String(error) }, "Could not clean up a deleted coding-agent session");
    }
    if (signal.aborted) return;
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
