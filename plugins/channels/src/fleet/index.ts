import type { OurHost } from "../host.ts";
import { outbound } from "../outbox/follow.ts";
import { outbox } from "../outbox/outbox.ts";
import { createOutlook } from "../outbox/outlook.ts";
import { keepRoster } from "./roster.ts";
import type { Fleet } from "./types.ts";

/** Starts the adapters of the store and the sending of outgoing messages, and follows changes. */
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
      // Sending stops first: closing a link while it sends would leave the outcome unknown.
      await Promise.all(stops.map((stop) => stop()));
      await roster.stop();
      host.state.fleet = undefined;
    },
  };
}

/** Sends the messages that waited until the adapter is connected. */
async function wake(host: OurHost, adapter: string): Promise<void> {
  try {
    await host.transact((ctx) => outbox.wake(ctx, adapter, (note) => note?.outcome === "waiting"));
  } catch (error) {
    // Not critical: the messages are retried a few seconds later.
    host.log.warn({ adapter, error: String(error) }, "The entries waiting for an adapter could not be woken");
  }
}
