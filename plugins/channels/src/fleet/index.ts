import type { OurHost } from "../host.ts";
import { outbound } from "../outbox/follow.ts";
import { outbox } from "../outbox/outbox.ts";
import { createOutlook } from "../outbox/outlook.ts";
import { keepRoster } from "./roster.ts";
import type { Fleet } from "./types.ts";

/** Takes up all adapters of the store, what is to go out by them, and what changes about them. */
export async function startFleet(host: OurHost): Promise<Fleet> {
  const roster = await keepRoster(host, (adapter) => void wake(host, adapter));
  const outlook = createOutlook(host);
  host.state.fleet = { member: roster.member, outlook };
  const stops = [outbox.start(host as never), outbound.start(host as never)];
  return {
    async snapshot() {
      const adapters = [...roster.pen.all()].sort((left, right) => (left.id < right.id ? -1 : 1));
      return { adapters, outbound: await outlook.now() };
    },
    async stop() {
      // First what goes out: a link that closes in the middle of it would leave open whether it was sent.
      await Promise.all(stops.map((stop) => stop()));
      await roster.stop();
      host.state.fleet = undefined;
    },
  };
}

/** What waited until the adapter is enabled or connected goes out at once. */
async function wake(host: OurHost, adapter: string): Promise<void> {
  try {
    await host.transact((ctx) => outbox.wake(ctx, adapter, (note) => note?.outcome === "waiting"));
  } catch (error) {
    // It goes out a few seconds later by itself.
    host.log.warn({ adapter, error: String(error) }, "What waits for an adapter could not be woken");
  }
}
