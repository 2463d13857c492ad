import type { Client, Gap, GatewayEvent } from "@postern/client";
import type { Api } from "@postern/client/api";
import { type ReadonlySignal, signal } from "@preact/signals";

export type LiveState = "connecting" | "live" | "reconnecting" | "off";

/** What is reported. After `connected`, `changed` and `gap`, what was shown may be out of date. */
export type LiveEvent = GatewayEvent | Gap | { readonly type: "connected" | "changed" };

/** The events of the gateway, read once for all parts of the page. */
export interface Live {
  readonly state: ReadonlySignal<LiveState>;
  /** When the next attempt to connect begins, in Unix milliseconds. */
  readonly retryAt: ReadonlySignal<number | undefined>;
  listen(listener: (event: LiveEvent) => void): () => void;
  /** Reports that this page has changed something: it need not wait for the event, which not every key may read. */
  changed(): void;
  /**
   * Does work that changes something, and reports nothing meanwhile: a page that is left when the work is done must not
   * read again what was removed.
   */
  during<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/**
 * How long a hidden tab keeps its stream, in milliseconds. Browsers open six connections to a gateway at most, so the
 * streams of many tabs would leave none for calls. A tab that is shown again continues where it was.
 */
const HIDDEN_MS = 10_000;

/** Work that takes longer is followed while it is done. In milliseconds. */
const HELD_MS = 2_000;

/** Follows the events until it is stopped. Without the right to read events, pages are only refreshed by their users. */
export function createLive(client: Client<Api>, isAllowed: boolean, failed: (error: unknown) => void): Live {
  const state = signal<LiveState>(isAllowed ? "connecting" : "off");
  const retryAt = signal<number | undefined>(undefined);
  const listeners = new Set<(event: LiveEvent) => void>();
  let stop = new AbortController();
  /** Where a stream that begins later continues, so that a hidden tab misses nothing. */
  let cursor: string | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const held: LiveEvent[] = [];
  let working = 0;
  const notify = (event: LiveEvent): void => {
    if (working > 0) held.push(event);
    else for (const listener of listeners) listener(event);
  };

  /** Holds back what is reported, until the result is called. */
  function hold(): () => void {
    let isHeld = true;
    working += 1;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      working -= 1;
      if (working === 0) for (const event of held.splice(0)) notify(event);
    };
  }

  async function follow(): Promise<void> {
    const events = client.events({
      signal: stop.signal,
      idleMs: 40_000,
      ...(cursor !== undefined && { after: cursor }),
      checkpoint(reached) {
        cursor = reached;
      },
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

  function begin(): void {
    follow().catch((error: unknown) => {
      state.value = "off";
      failed(error);
    });
  }
  function look(): void {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => stop.abort(), HIDDEN_MS);
    else if (stop.signal.aborted) {
      stop = new AbortController();
      begin();
    }
  }
  if (isAllowed) {
    begin();
    document.addEventListener("visibilitychange", look);
  }
  return {
    state,
    retryAt,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed: () => notify({ type: "changed" }),
    async during(work) {
      const release = hold();
      setTimeout(release, HELD_MS);
      try {
        return await work();
      } finally {
        // Whoever waits for the work has then left its page.
        setTimeout(release);
      }
    },
    stop() {
      clearTimeout(hiding);
      document.removeEventListener("visibilitychange", look);
      stop.abort();
    },
  };
}
