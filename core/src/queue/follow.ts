import { setTimeout as pause } from "node:timers/promises";
import type { Transacting } from "../context.ts";
import type { GatewayEvent } from "../event.ts";
import type { Group } from "../group.ts";
import type { EventHead } from "../history.ts";
import { causeOf } from "../log.ts";
import type { Duty, Host } from "../plugin.ts";
import { defineRecord, type MaybePromise } from "../storage/index.ts";

export interface FollowerDefinition<G extends Group> {
  /** Where it begins when it runs for the first time: with what happens from now on, or with all that is kept. */
  readonly from?: "now" | "beginning";
  /** Events that it takes up at a time; 100 unless said. */
  readonly batch?: number;
  accept(event: EventHead): boolean;
  /** Asked of events that were accepted, where what is wanted is itself data: false passes them over without a commit. */
  wanted?(events: readonly GatewayEvent[], host: Host<G>): MaybePromise<boolean>;
  /** Runs within the commit that notes how far it has come: what it stages happens once for each event. */
  handle(ctx: Transacting, events: readonly GatewayEvent[], host: Host<G>): MaybePromise<void>;
}

/** Events that nobody wanted are passed over without a commit, up to so many. */
const PASSED = 5_000;
const LONGEST_WAIT = 30_000;

/**
 * Declares work that follows events, in order, in one process at a time, and goes on after a crash where it was. It
 * runs over the journal: also what happened while nobody ran is taken up, as long as it is kept.
 */
export function defineFollower<G extends Group>(
  group: G,
  name: string,
  { from = "now", batch = 100, accept, wanted, handle }: FollowerDefinition<G>,
): Duty<readonly []> {
  const id = `${group.name}.${name}`;
  const mark = defineRecord<string>(`${id}.follower`);
  let trouble: string | undefined;

  function start(host: Host): () => Promise<void> {
    const stop = new AbortController();
    let wake = () => {};
    let due = true;
    const off = host.onCommit(() => {
      due = true;
      wake();
    });
    const nap = async (limit: number) => {
      if (due || stop.signal.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limit);
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    };

    /** Where it stands by the store, and how far it has looked since without finding anything. */
    async function run(): Promise<void> {
      let stored = await begin(host);
      let seen = stored;
      let passed = 0;
      while (!stop.signal.aborted) {
        due = false;
        const passage = await host.journal.read({ after: seen, limit: batch * 5, accept });
        if (passage.gap) host.log.warn({ follower: id, ...passage.gap }, "Events are gone that it had not seen");
        passed += passage.cursor === seen ? 0 : batch * 5;
        const isWanted = passage.events.length > 0 && (!wanted || (await wanted(passage.events, host as Host<G>)));
        if (isWanted || passed >= PASSED) {
          const known = stored;
          const isOurs = await host.transact(async (ctx) => {
            if ((await ctx.store.read(mark)) !== known) return false;
            if (isWanted) await handle(ctx, passage.events, host as Host<G>);
            ctx.store.write(mark, passage.cursor);
            return true;
          });
          stored = isOurs ? passage.cursor : await begin(host);
          seen = stored;
          passed = 0;
        } else seen = passage.cursor;
        trouble = undefined;
        if (!passage.more) await nap(1_000);
      }
    }

    async function insist(): Promise<void> {
      for (let failures = 1; !stop.signal.aborted; failures++) {
        try {
          await run();
        } catch (error) {
          if (stop.signal.aborted) return;
          trouble = error instanceof Error ? error.message : String(error);
          host.log.error({ follower: id, ...causeOf(error) }, "Events could not be taken up; it is tried again");
          const wait = Math.min(LONGEST_WAIT, 500 * 2 ** Math.min(failures, 10));
          await pause(wait, undefined, { ref: false, signal: stop.signal }).catch(() => {});
        }
      }
    }

    const work = insist();
    return async () => {
      stop.abort();
      off();
      wake();
      await work;
    };
  }

  async function begin(host: Host): Promise<string> {
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
