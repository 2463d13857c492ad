import type { PluginContext, Transacting, Worker } from "@postern/core";
import { createLoop, IDLE_SLEEP } from "@postern/core/background";
import { createLeader, type Leader } from "@postern/kit/queue";
import { debounced, dispatchLease, keptEvents, matched, rules } from "../collections.ts";
import type { OurHost } from "../host.ts";
import { releaseEvent } from "../kept-event.ts";
import { hasUnhandled } from "../match/unhandled.ts";
import { idOf, type Place } from "../place.ts";
import { runIfDue, waitForMore } from "../when/debounce.ts";
import { addRun } from "./add-run.ts";

/** Maximum number of runs in one commit, so that no commit takes long however many rules match an event. */
const PORTION = 50;
/** Milliseconds after which a clock that was set is noticed. */
const MAX_SLEEP = 1_000;
/** Milliseconds in which the consumer is expected to have read more. */
const SHORT_SLEEP = 50;
const name = "rules.dispatch";

/** Adds the runs of matching events, in the order of the events, and those of rules whose delay is over. */
export const dispatch: Worker<readonly []> = {
  name,
  operations: [],
  events: [],
  start(host) {
    const leader = createLeader(host, dispatchLease);
    const loop = createLoop({ name, log: host.log, now: host.now, step: () => step(host, leader), shortest: 0 });
    const off = host.onCommit(() => loop.wake());
    loop.wake();
    return async () => {
      off();
      await loop.stop();
      // A store that is away lets the lease end by itself.
      await leader.resign().catch(() => {});
    };
  },
  async state({ store }) {
    const waiting = (await store.count(matched)) + (await store.count(debounced));
    return { name, waiting, running: 0, dead: 0 };
  },
};

async function step(plugin: PluginContext, leader: Leader): Promise<number> {
  const led = leader.led();
  if (led > 0) return led;
  const host = plugin as OurHost;
  const { chainRuns } = host.config;
  const { items } = await host.store.find(matched, { limit: PORTION });
  if (items.length > 0) {
    const others = await leader.look();
    if (others > 0) return others;
    await host.transact(async (ctx) => {
      if (await leader.join(ctx)) await addMatched(ctx, items, chainRuns);
    });
    return 0;
  }
  const { items: next } = await host.store.find(debounced, { by: "byDue", limit: PORTION });
  for (const waiting of next) {
    const { dueAt, delay } = waiting;
    const now = host.now();
    // Later than its delay: the clock was set back.
    if (dueAt > now && dueAt <= now + delay) return Math.min(MAX_SLEEP, dueAt - now);
    const rule = await host.store.get(rules, waiting.ruleId);
    if (rule && dueAt <= now && (await hasUnhandled(host, rule, waiting, dueAt))) return SHORT_SLEEP;
    const others = await leader.look();
    if (others > 0) return others;
    await host.transact(async (ctx) => {
      if (await leader.join(ctx)) await runIfDue(ctx, waiting.ruleId, chainRuns);
    });
  }
  return next.length > 0 ? 0 : IDLE_SLEEP;
}

/** Stages the runs of some matches. Each match is read again, because another process may have added them. */
async function addMatched(ctx: Transacting, found: readonly Place[], chainRuns: number): Promise<void> {
  const { store } = ctx;
  let left = PORTION;
  for (const { number, place } of found) {
    if (left <= 0) return;
    const one = await store.get(matched, number, place);
    if (!one) continue;
    const now = one.rules.slice(0, left);
    const later = one.rules.slice(left);
    left -= now.length;
    for (const ruleId of now) await addFor(ctx, ruleId, one, chainRuns);
    if (later.length > 0) return store.put(matched, { ...one, rules: later });
    await store.delete(matched, number, place);
    await releaseEvent(ctx, one);
  }
}

async function addFor(ctx: Transacting, ruleId: string, at: Place, chainRuns: number): Promise<void> {
  const rule = await ctx.store.get(rules, ruleId);
  const event = await ctx.store.get(keptEvents, at.number, at.place);
  // The rule was disabled, or disabled and enabled, after it had matched.
  if (!event || rule?.status !== "enabled" || rule.since >= at.number) return;
  const head = { ...event, id: idOf(at) };
  const { debounceMs } = rule.when ?? {};
  if (debounceMs === undefined) await addRun(ctx, rule, head, { events: 1, chainRuns });
  else await waitForMore(ctx, rule, head, { delay: debounceMs, chainRuns });
}
