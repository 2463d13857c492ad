import type { GatewayEvent, PluginContext, Transacting, Worker } from "@postern/core";
import { defineRecord } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { defineConsumer } from "@postern/kit/queue";
import { enabledDomains } from "./collections.ts";
import { group } from "./group.ts";
import type { SyncHost } from "./host.ts";
import { track } from "./records/track.ts";
import { shapeOf } from "./records/unknown.ts";
import { enabledIn, siteOf } from "./site.ts";
import type { State } from "./state.ts";

const NAME = "follow";
/** The stored cursor of the consumer. */
const mark = defineRecord<string>(`${group.name}.${NAME}.follower`);

/** Groups that have not registered within this time are treated as not enabled. */
const PATIENCE = 15_000;

/** Tracks each change of a synced record, in the commit that advances the consumer's cursor. */
export const follow: Worker<readonly []> = {
  name: `${group.name}.${NAME}`,
  operations: [],
  events: [],
  start(given: PluginContext) {
    const host = given as SyncHost;
    const stop = new AbortController();
    let ended: (() => unknown) | undefined;
    const step = async () => {
      await prepare(host, stop.signal);
      if (!stop.signal.aborted) ended = consumerOf(host).start(given);
    };
    const loop = createLoop({ name: "sync.follow", log: given.log, step });
    loop.wake();
    return async () => {
      stop.abort();
      await loop.stop();
      await ended?.();
    };
  },
  state: () => ({ name: `${group.name}.${NAME}`, waiting: 0, running: 0, dead: 0 }),
};

const consumerOf = (host: SyncHost): Worker =>
  defineConsumer(group, NAME, {
    // Each event may require several records to be read.
    batch: 20,
    accept: (event) => [...host.state.domains.values()].some((domain) => domain.follows(event)),
    wanted: async (events, { store }) => {
      const enabled = await enabledIn(store);
      return events.some((event) => domainsOf(host.state, enabled, event).length > 0);
    },
    async handle(ctx, events) {
      const enabled = await enabledIn(ctx.store.unchecked);
      const site = await siteOf(ctx.store);
      if (site === undefined) return;
      await trackAll(ctx, host, enabled, site, events);
    },
  });

async function trackAll(
  ctx: Transacting,
  host: SyncHost,
  enabled: readonly string[],
  site: string,
  events: readonly GatewayEvent[],
): Promise<void> {
  const seen = new Set<string>();
  for (const event of events) {
    for (const domain of domainsOf(host.state, enabled, event)) {
      for (const name of await domain.touched(event, ctx.store.unchecked)) {
        const key = JSON.stringify([domain.id, name]);
        if (seen.has(key)) continue;
        seen.add(key);
        await track(ctx, { domain, site }, name);
      }
    }
  }
}

function domainsOf({ domains }: State, enabled: readonly string[], { time, ...event }: GatewayEvent) {
  const head = { ...event, at: Date.parse(time) };
  return enabled.flatMap((id) => {
    const domain = domains.get(id);
    return domain?.follows(head) ? [domain] : [];
  });
}

/**
 * Waits until the enabled groups have registered, so that none of their events is skipped. Groups that were not enabled
 * before are scanned again, and so are all groups if the journal has discarded events that were not consumed yet.
 */
async function prepare(host: SyncHost, signal: AbortSignal): Promise<void> {
  const { domains } = host.state;
  const until = performance.now() + PATIENCE;
  const missing = async () => (await enabledIn(host.store)).some((id) => !domains.has(id));
  while (!signal.aborted && performance.now() < until && (await missing())) await registered(host, signal);
  if (signal.aborted) return;
  const after = await host.store.read(mark);
  // A cursor unknown to the journal counts as a gap too; the consumer itself continues after it.
  const isLost =
    after !== undefined && (await host.journal.read({ after, limit: 1, unknown: "gap" })).gap !== undefined;
  await host.transact(async ({ store }) => {
    const { items } = await store.find(enabledDomains, { limit: 500 });
    for (const { isAway, ...record } of items) {
      const domain = domains.get(record.id);
      const shape = domain && shapeOf(domain);
      if (shape === undefined) {
        if (!isAway) await store.put(enabledDomains, { ...record, isAway: true });
      } else if (isAway || isLost || !record.isCounted || record.shape !== shape)
        await store.put(enabledDomains, { ...record, shape, isCounted: true, scan: { again: true } });
    }
  });
}

function registered(host: SyncHost, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      off();
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const off = host.state.onRegister(end);
    const timer = setTimeout(end, 100);
    signal.addEventListener("abort", end);
  });
}
