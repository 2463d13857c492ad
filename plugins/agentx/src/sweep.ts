import { setImmediate as breathe } from "node:timers/promises";
import type { PluginContext, Transacting, Worker } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import { messages, permissions, removed, turns } from "./collections.ts";
import { sessionRemoved } from "./events.ts";

/** Records a commit: of the largest messages these are some megabytes to read. */
const PORTION = 50;
/** Sessions that are looked up at a time. */
const MOST_SESSIONS = 100;
/** A look for what was removed elsewhere, or could not be swept. */
const EVERY = 10_000;

/** Stages that what belongs to a session which is gone is removed from the store. */
export async function leaveToSweep({ store, now }: Pick<Transacting, "store" | "now">, session: string): Promise<void> {
  await store.put(removed, { session, removedAt: now });
}

/**
 * Removes what belonged to removed sessions, portion by portion. Nobody can reach or add to any of it, so it is begun
 * again wherever a process left off, and two that are at it at once only share the work.
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
        if (!isStopping) host.log.warn({ error: String(error) }, "Removed coding-agent sessions could not be swept");
      });
  };
  const off = host.on(sessionRemoved, sweep);
  const timer = setInterval(sweep, EVERY);
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
  for await (const { session } of everyOf(host.store, removed, { portion: MOST_SESSIONS })) {
    try {
      for (let isLeft = true; isLeft && !isStopping(); ) {
        isLeft = await host.transact((ctx) => sweepPortion(ctx, session));
        // A store in memory answers at once: callers have their turn between two portions all the same.
        await breathe();
      }
    } catch (error) {
      // The others need not wait for what is in this one's way.
      if (!isStopping()) host.log.warn({ session, error: String(error) }, "A removed session could not be swept");
    }
    if (isStopping()) return;
  }
}

/** Stages that some of it goes; answers whether there may be more. Last of all goes the note that there is something to do. */
async function sweepPortion({ store }: Transacting, session: string): Promise<boolean> {
  const some = { prefix: [session], limit: PORTION };
  // By a unchecked: what is removed is looked at by itself, and nothing is added to what nobody can reach.
  const said = await store.unchecked.find(messages, some);
  for (const { number } of said.items) await store.delete(messages, session, number);
  if (said.items.length > 0) return true;
  const asked = await store.unchecked.find(turns, { by: "bySession", ...some });
  for (const { id } of asked.items) await store.delete(turns, id);
  if (asked.items.length > 0) return true;
  const wanted = await store.unchecked.find(permissions, { by: "byState", ...some });
  for (const { id } of wanted.items) await store.delete(permissions, id);
  if (wanted.items.length > 0) return true;
  await store.delete(removed, session);
  return false;
}
