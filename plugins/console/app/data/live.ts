import type { Client, Gap, GatewayEvent } from "@postern/client";
import type { Api } from "@postern/client/api";
import { type ReadonlySignal, signal } from "@preact/signals";

export type LiveState = "connecting" | "live" | "reconnecting" | "off";

/** What the stream reports. After `connected` and `gap`, what was shown may be out of date. */
export type LiveEvent = GatewayEvent | Gap | { readonly type: "connected" };

/** The events of the gateway, read once for all parts of the page. */
export interface Live {
  readonly state: ReadonlySignal<LiveState>;
  /** When the next attempt to connect begins, in Unix milliseconds. */
  readonly retryAt: ReadonlySignal<number | undefined>;
  listen(listener: (event: LiveEvent) => void): () => void;
  stop(): void;
}

/** Follows the events until it is stopped. Without the right to read events, pages are only refreshed by their users. */
export function createLive(client: Client<Api>, isAllowed: boolean, failed: (error: unknown) => void): Live {
  const state = signal<LiveState>(isAllowed ? "connecting" : "off");
  const retryAt = signal<number | undefined>(undefined);
  const listeners = new Set<(event: LiveEvent) => void>();
  const stop = new AbortController();
  const notify = (event: LiveEvent): void => {
    for (const listener of listeners) listener(event);
  };

  async function follow(): Promise<void> {
    const events = client.events({
      signal: stop.signal,
      idleMs: 40_000,
      onConnect() {
        state.value = "live";
        retryAt.value = undefined;
        notify({ type: "connected" });
      },
      onReconnect(_reason, waitMs) {
        state.value = "reconnecting";
        retryAt.value = Date.now() + waitMs;
      },
    });
    for await (const event of events) notify(event);
  }

  if (isAllowed)
    follow().catch((error: unknown) => {
      state.value = "off";
      failed(error);
    });
  return {
    state,
    retryAt,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => stop.abort(),
  };
}
