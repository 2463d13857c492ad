import { setTimeout as pause } from "node:timers/promises";
import type { AdapterContext, Inbound, Received } from "@postern/channels/services";
import type { Secret } from "@postern/credentials/services";
import { anyHost } from "@postern/kit/outbound";
import { expect } from "vitest";

/** An adapter context in memory, with a record of what the adapter did. */
export interface Surroundings<Config> {
  readonly context: AdapterContext<Config>;
  /** Received events, each once. */
  readonly received: Inbound[];
  /** Number of repeated deliveries of events that were already received. */
  readonly again: string[];
  /** Values that the adapter remembers across restarts. */
  readonly memory: Map<string, string>;
  /** The current reason of `degraded`. */
  readonly troubles: string[];
  readonly trouble: () => string | undefined;
  readonly logged: { level: string; message: string; fields: Record<string, unknown> }[];
  /** Makes the store fail or delay. */
  store: (inbound: Inbound) => Promise<void> | void;
  stop(): void;
}

/** `secret`: the secret of the adapter's connection. `before`: a context whose memory is reused. */
export function createContext<Config>(
  config: Config,
  { secret, before }: { secret?: string; before?: Surroundings<Config> } = {},
): Surroundings<Config> {
  const stopping = new AbortController();
  const logged: Surroundings<Config>["logged"] = [];
  const log = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void logged.push({ level, message, fields });
  const received = before?.received ?? [];
  const again = before?.again ?? [];
  const memory = before?.memory ?? new Map<string, string>();
  const seen = new Set(received.map(({ id }) => id));
  const troubles: string[] = [];
  let trouble: string | undefined;

  async function receive(inbound: Inbound): Promise<Received> {
    await self.store(inbound);
    if (seen.has(inbound.id)) {
      again.push(inbound.id);
      return { disposition: "duplicate" };
    }
    seen.add(inbound.id);
    received.push(inbound);
    return { disposition: "created" };
  }

  const self: Surroundings<Config> = {
    context: {
      adapter: "test",
      config,
      log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
      hosts: anyHost,
      signal: stopping.signal,
      async useSecret(work) {
        if (secret === undefined) throw new Error("There is no secret");
        return work({ reveal: () => secret } as Secret);
      },
      receive,
      degraded: (reason) => {
        trouble = reason;
        troubles.push(reason);
      },
      well: () => {
        trouble = undefined;
      },
      recall: async (name) => memory.get(name),
      remember: async (name, value) => void memory.set(name, value),
    },
    received,
    again,
    memory,
    troubles,
    trouble: () => trouble,
    logged,
    store: () => {},
    stop: () => stopping.abort(),
  };
  return self;
}

/** Waits for a condition, not for a fixed time. */
export async function until(state: () => unknown, what = "it", patience = 60_000): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await state())) {
    if (Date.now() > deadline) expect.fail(`${what} did not come to be`);
    await pause(20);
  }
}

export const soon = (milliseconds = 15_000): AbortSignal => AbortSignal.timeout(milliseconds);
