import type { GatewayEvent } from "../define/event.ts";
import type { Group } from "../define/group.ts";
import type { PluginContext, Worker } from "../define/host.ts";
import type { EventHead } from "../define/journal.ts";
import type { Transacting } from "../define/transaction.ts";
import { defineRecord, type MaybePromise } from "../storage/index.ts";
import { createLoop } from "./loop.ts";

export interface ConsumerDefinition<G extends Group> {
  /** Where it begins when it runs for the first time: with what happens from now on, or with all that is kept. */
  readonly from?: "now" | "beginning";
  /** Events that it takes up at a time; 100 unless said. */
  readonly batch?: number;
  accept(event: EventHead): boolean;
  /** Asked of events that were accepted, where what is wanted is itself data: false passes them over without a commit. */
  wanted?(events: readonly GatewayEvent[], host: PluginContext<G>): MaybePromise<boolean>;
  /** Runs within the commit that notes how far it has come: what it stages happens once for each event. */
  handle(ctx: Transacting, events: readonly GatewayEvent[], host: PluginContext<G>): MaybePromise<void>;
}

/** Events that nobody wanted are passed over without a commit, up to so many. */
const PASSED = 5_000;
/** The longest sleep: what another process puts in is seen after it, even where its commits are not reported. */
const LONGEST_SLEEP = 1_000;
const LONGEST_RETRY = 30_000;

/**
 * Declares work that follows events, in order, in one process at a time, and goes on after a crash where it was. It
 * runs over the journal: also what happened while nobody ran is taken up, as long as it is kept.
 */
export function defineConsumer<G extends Group>(
  group: G,
  name: string,
  { from = "now", batch = 100, accept, wanted, handle }: ConsumerDefinition<G>,
): Worker<readonly []> {
  const id = `${group.name}.${name}`;
  group.workers.add(id);
  const mark = defineRecord<string>(`${id}.follower`);
  let trouble: string | undefined;

  function start(host: PluginContext): () => Promise<void> {
    /** The cursor in the store, and how far has been read since without finding anything. */
    let stored: string | undefined;
    let seen = "";
    let passed = 0;
    const loop = createLoop({ name: `consumer ${id}`, log: host.log, step, shortest: 1, longestRetry: LONGEST_RETRY });

    async function step(): Promise<number> {
      try {
        const more = await follow();
        trouble = undefined;
        return more ? 0 : LONGEST_SLEEP;
      } catch (error) {
        stored = undefined;
        trouble = error instanceof Error ? error.message : String(error);
        throw error;
      }
    }

    /** Handles the next portion; returns whether there is more. */
    async function follow(): Promise<boolean> {
      if (stored === undefined) {
        stored = await begin(host);
        seen = stored;
        passed = 0;
      }
      const page = await host.journal.read({ after: seen, limit: batch * 5, accept, unknown: "gap" });
      if (page.gap) host.log.warn({ consumer: id, ...page.gap }, "Events are gone that it had not seen");
      passed += page.cursor === seen ? 0 : batch * 5;
      const isWanted = page.events.length > 0 && (!wanted || (await wanted(page.events, host as PluginContext<G>)));
      if (isWanted || passed >= PASSED) {
        const known = stored;
        const isOurs = await host.transact(async (ctx) => {
          if ((await ctx.store.read(mark)) !== known) return false;
          if (isWanted) await handle(ctx, page.events, host as PluginContext<G>);
          ctx.store.write(mark, page.cursor);
          return true;
        });
        stored = isOurs ? page.cursor : await begin(host);
        seen = stored;
        passed = 0;
      } else seen = page.cursor;
      return page.more;
    }

    const off = host.onCommit(() => loop.wake());
    loop.wake();
    return async () => {
      off();
      await loop.stop();
    };
  }

  async function begin(host: PluginContext): Promise<string> {
    const standing = await host.store.read(mark);
    if (standing !== undefined) return standing;
    const end = from === "now" ? await host.journal.end() : "0.0";
    return host.transact(async ({ store }) => {
      const other = await store.read(mark);
      if (other === undefined) store.write(mark, end);
      return other ?? end;
    });
  }

  return {
    name: id,
    operations: [],
    events: [],
    start,
    state: () => ({ name: id, waiting: 0, running: 0, dead: 0, ...(trouble !== undefined && { trouble }) }),
  };
}
