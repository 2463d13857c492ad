import { setTimeout as pause } from "node:timers/promises";
import { notifyAll } from "@postern/core/drivers";
import type { Version } from "@postern/core/storage";
import type { Connection } from "./connection.ts";
import type { Settings } from "./options.ts";

/** Notifications can be lost, so the number of the last commit is read so often, in milliseconds. */
const POLL = 1_000;
const LONGEST_PAUSE = 5_000;

/** The name of the channel for the commits of a store. */
export const channelOf = ({ schema }: Pick<Settings, "schema">): string => `postern_${schema}`;

export interface Listener {
  /** Calls `found` with the number of each commit that may be new. Returns the function that removes it. */
  on(found: (number: Version) => void): () => void;
  close(): Promise<void>;
}

/**
 * Notices commits of other gateways: by notification, and by reading the last number once a second. Connected only while
 * somebody listens.
 */
export function createListener(
  open: (onMessage: () => void) => Promise<Connection>,
  lastNumber: () => Promise<Version>,
  channel: string,
): Listener {
  const listeners = new Set<(number: Version) => void>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let connection: Connection | undefined;
  let isConnecting = false;

  let isReading = false;
  let isDue = false;

  /** A notification is only a hint, since every user of the database can send one. */
  async function read(): Promise<void> {
    isDue = true;
    if (isReading) return;
    isReading = true;
    while (isDue) {
      isDue = false;
      // A store that cannot be reached is reported by its other users.
      const number = await lastNumber().catch(() => undefined);
      if (number !== undefined) notifyAll(listeners, number);
    }
    isReading = false;
  }

  function poll(): void {
    if (!connection?.isOpen()) void connectAgain();
    void read();
  }

  async function connectAgain(): Promise<void> {
    if (isConnecting) return;
    isConnecting = true;
    for (let wait = 100; !stopped.signal.aborted; wait = Math.min(LONGEST_PAUSE, wait * 2)) {
      try {
        const opened = await open(() => void read());
        await opened.run([{ name: "listen", text: `LISTEN "${channel}"` }]);
        connection = opened;
        break;
      } catch {
        await pause(wait, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
    isConnecting = false;
    if (stopped.signal.aborted) connection?.destroy();
  }

  return {
    on(listener) {
      listeners.add(listener);
      if (!timer) {
        timer = setInterval(poll, POLL);
        timer.unref();
        poll();
      }
      return () => void listeners.delete(listener);
    },
    async close() {
      stopped.abort();
      clearInterval(timer);
      listeners.clear();
      await connection?.end().catch(() => {});
    },
  };
}
