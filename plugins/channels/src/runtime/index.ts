import type { OurHost } from "../host.ts";
import { outbound } from "../outbox/consumer.ts";
import { createOutboundMonitor } from "../outbox/outbound-monitor.ts";
import { outbox } from "../outbox/outbox.ts";
import { startRegistry } from "./registry.ts";
import type { AdapterRuntime } from "./types.ts";
import { startTyping } from "./typing.ts";

/** Starts the adapters of the store and the sending of outgoing messages, and follows changes. */
export async function startAdapters(host: OurHost): Promise<AdapterRuntime> {
  const registry = await startRegistry(host, (adapter) => void wake(host, adapter));
  const monitor = createOutboundMonitor(host);
  host.state.runtime = { find: registry.find, monitor };
  const stopTyping = startTyping(host, registry.find);
  const stopWorkers = [outbox.start(host as never), outbound.start(host as never)];
  return {
    async snapshot() {
      const adapters = [...registry.writer.all()].sort((left, right) => (left.id < right.id ? -1 : 1));
      return { adapters, outbound: await monitor.snapshot() };
    },
    async stop() {
      stopTyping();
      // Sending stops first: closing a link while it sends would leave the outcome unknown.
      await Promise.all(stopWorkers.map((stop) => stop()));
      await registry.stop();
      host.state.runtime = undefined;
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
