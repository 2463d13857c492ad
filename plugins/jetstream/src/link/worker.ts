import type { PluginContext, Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { createKnown } from "@postern/kit/queue";
import { type BridgeRecord, bridges, type ConsumerRecord, changes, consumers } from "../collections.ts";
import type { OurHost } from "../host.ts";
import { consumeMessages } from "../in/consume.ts";
import { publishEvents } from "../out/publish.ts";
import type { State } from "../state.ts";
import { type Supervision, supervise } from "./supervise.ts";

/** Maximum number of bridges, and of consumers. Each enabled one has a connection. */
export const MAX_LINKS = 100;
/** Milliseconds between two looks at whether a bridge or consumer was changed: one read. */
const LOOK_EVERY = 1_000;

const name = "jetstream.links";

interface Started extends Supervision {
  /** The record it was started with, as text. */
  readonly text: string;
}

/** Runs the enabled bridges and consumers. */
export const links: Worker<readonly []> = {
  name,
  operations: [],
  events: [],
  start(given: PluginContext) {
    const host = given as OurHost;
    const started = new Map<string, Started>();
    host.state.held = () => [...started.values()].filter(({ isHeld }) => isHeld()).length;
    let seen: string | null | undefined = null;
    const latest = createKnown(async () => host.store.read(changes));
    const loop = createLoop({ name, log: host.log, step });

    async function step(): Promise<number> {
      const current = await latest.current();
      if (current !== seen) await adjust();
      seen = current;
      return LOOK_EVERY;
    }

    /** Starts what is enabled, and stops what was changed or is not enabled any longer. */
    async function adjust(): Promise<void> {
      const enabled = { by: "byStatus", prefix: ["enabled"], limit: MAX_LINKS } as const;
      const wanted = new Map<string, { text: string; start(): Supervision }>();
      for (const bridge of (await host.store.find(bridges, enabled)).items)
        wanted.set(bridge.id, { text: JSON.stringify(bridge), start: () => startBridge(host, bridge) });
      for (const consumer of (await host.store.find(consumers, enabled)).items)
        wanted.set(consumer.id, { text: JSON.stringify(consumer), start: () => startConsumer(host, consumer) });
      const obsolete = [...started].filter(([id, { text }]) => wanted.get(id)?.text !== text);
      await Promise.all(obsolete.map(([id, { stop }]) => stop().then(() => started.delete(id))));
      for (const [id, { text, start }] of wanted) if (!started.has(id)) started.set(id, { text, ...start() });
    }

    const off = host.onCommit(latest.noteCommit);
    loop.wake();
    return async () => {
      off();
      await loop.stop();
      await Promise.all([...started.values()].map(({ stop }) => stop()));
    };
  },
  held: ({ state }) => (state as State).held(),
  state: () => ({ name, waiting: 0, running: 0, dead: 0 }),
};

const startBridge = (host: OurHost, bridge: BridgeRecord) =>
  supervise(host, bridge, (session) => publishEvents(host, bridge, session));

const startConsumer = (host: OurHost, consumer: ConsumerRecord) =>
  supervise(host, consumer, (session) => consumeMessages(host, consumer, session));
