import { states } from "../../collections.ts";
import type { OurHost } from "../../group.ts";

/** As seldom as the runner writes such times, in milliseconds. */
const THROTTLE = 10_000;
const MOST = 1_000;
const written = new WeakMap<object, Map<string, number>>();

/** Notes when something last came in: the runner, which notes it for other kinds, does not see what is posted here. */
export async function noteHeard(host: OurHost, adapter: string): Promise<void> {
  const { gateway } = host.services;
  const times = written.get(gateway) ?? new Map<string, number>();
  written.set(gateway, times);
  const now = host.now();
  if (now - (times.get(adapter) ?? Number.NEGATIVE_INFINITY) < THROTTLE) return;
  if (times.size >= MOST) times.clear();
  times.set(adapter, now);
  await host.transact(async ({ store }) => {
    const state = await store.get(states, adapter);
    if (state) await store.put(states, { ...state, lastInboundAt: now });
  });
}
