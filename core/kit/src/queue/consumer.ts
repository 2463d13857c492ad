import type { EventHead, GatewayEvent, Group, Journal, PluginContext, Transacting, Worker } from "@postern/core";
import { createLoop, IDLE_SLEEP } from "@postern/core/background";
import { defineRecord, type MaybePromise, messageOf } from "@postern/core/storage";
import { createLeader, type LeaderLease } from "./leader.ts";

/** Which events a consumer receives, and how it handles them. */
export interface ConsumerDefinition<G extends Group> {
  /** Where to start on the first run: with events from now on, or with all that are kept. */
  readonly from?: "now" | "beginning";
  /** Maximum number of events per call; 100 by default. */
  readonly batch?: number;
  accept(event: EventHead): boolean;
  /** Called for accepted events, if more than the event head is needed to decide: false skips them without a commit. */
  wanted?(events: readonly GatewayEvent[], host: PluginContext<G>): MaybePromise<boolean>;
  /** Runs within the commit that stores the cursor, so its staged changes happen exactly once per event. */
  handle(ctx: ConsumerContext, events: readonly GatewayEvent[], host: PluginContext<G>): MaybePromise<void>;
}

/** Queues start entries added with it right after the commit, which has claimed them, if their worker has room. */
export interface ConsumerContext extends Transacting {
  readonly host: PluginContext;
  /** Calls `next` once the commit is durable. */
  afterCommit(next: () => void): void;
}

/** How many events without a wanted one may be skipped before the cursor is stored. */
const PASSED = 5_000;
const MAX_RETRY = 30_000;

/**
 * Declares a consumer of events: in order, in one process at a time, resumed after a crash where it stopped. It reads
 * the journal, so events from times when no process ran are handled too, as long as they are kept.
 */
export function defineConsumer<G extends Group>(
  group: G,
  name: string,
  { from = "now", batch = 100, accept, wanted, handle }: ConsumerDefinition<G>,
): Worker<readonly []> {
  const id = `${group.name}.${name}`;
  group.workers.add(id);
  const mark = defineRecord<string>(`${id}.follower`);
  const lease = defineRecord<LeaderLease>(`${id}.leader`);
  let trouble: string | undefined;
  /** The position up to which this process has found nothing, of each start. */
  const positions = new WeakMap<Journal, string>();

  function start(host: PluginContext): () => Promise<void> {
    /** The cursor in the store, and the position up to which nothing was found since. */
    let stored: string | undefined;
    let seen = "";
    let passed = 0;
    const { log, now } = host;
    const leader = createLeader(host, lease);
    const loop = createLoop({ name: `consumer ${id}`, log, now, step, shortest: 0, longestRetry: MAX_RETRY });

    async function step(): Promise<number> {
      try {
        const rest = leader.led() || (await follow());
        trouble = undefined;
        return rest;
      } catch (error) {
        stored = undefined;
        trouble = messageOf(error);
        throw error;
      }
    }

    /** Handles the next portion. Returns how long to sleep. */
    async function follow(): Promise<number> {
      if (stored === undefined) {
        stored = await begin(host);
        seen = stored;
        passed = 0;
      }
      const page = await host.journal.read({ after: seen, limit: batch * 5, accept, unknown: "gap" });
      if (page.gap) host.log.warn({ consumer: id, ...page.gap }, "Events were deleted before this consumer read them");
      passed += page.cursor === seen ? 0 : batch * 5;
      const isWanted = page.events.length > 0 && (!wanted || (await wanted(page.events, host as PluginContext<G>)));
      if (isWanted || passed >= PASSED) {
        const others = await leader.look();
        if (others > 0) {
          stored = undefined;
          return others;
        }
        const known = stored;
        let following: (() => void)[] = [];
        const isOurs = await host.transact(async (ctx) => {
          following = [];
          if (!(await leader.join(ctx)) || (await ctx.store.read(mark)) !== known) return false;
          const afterCommit = (next: () => void) => void following.push(next);
          if (isWanted) await handle({ ...ctx, host, afterCommit }, page.events, host as PluginContext<G>);
          ctx.store.write(mark, page.cursor);
          return true;
        });
        for (const next of following) next();
        stored = isOurs ? page.cursor : await begin(host);
        seen = stored;
        passed = 0;
      } else seen = page.cursor;
      positions.set(host.journal, seen);
      return page.more ? 0 : IDLE_SLEEP;
    }

    const off = host.onCommit(() => loop.wake());
    loop.wake();
    return async () => {
      off();
      await loop.stop();
      // A store that is away lets the lease end by itself.
      await leader.resign().catch(() => {});
    };
  }

  async function begin(host: PluginContext): Promise<string> {
    const current = await host.store.read(mark);
    if (current !== undefined) return current;
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
    async state({ store, journal }) {
      const at = positions.get(journal) ?? (await store.read(mark));
      const behind = at === undefined ? 0 : numberOf(await journal.end()) - numberOf(at);
      const idle = { name: id, waiting: 0, running: 0, dead: 0, behind: Math.max(0, behind) };
      return { ...idle, ...(trouble !== undefined && { trouble }) };
    },
  };
}

/** The number of the commit of an event. */
const numberOf = (event: string): number => Number.parseInt(event, 10);
