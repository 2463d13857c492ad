import { setTimeout as pause } from "node:timers/promises";
import { isGatewayError } from "@postern/core";
import { withJitter } from "@postern/kit/queue";
import type { PlatformEvent } from "../schemas.ts";
import type { Received } from "../services.ts";

/** Number of conversations whose events are stored at the same time. */
const CONCURRENCY = 16;
/** Limits on events that wait to be stored. Beyond these, events are rejected. */
const MAX_WAITING = 50_000;
const MAX_TEXT = 128 * 2 ** 20;
/** Milliseconds between retries if the store is busy: a platform may not deliver an event again. */
const RETRY_DELAYS = [100, 300, 1_000, 3_000, 10_000];

/** Stores incoming events: in order within a conversation, concurrently across conversations, and within limits. */
export interface Intake {
  receive(event: PlatformEvent): Promise<Received>;
  /** Resolves when all accepted events are stored or rejected. */
  idle(): Promise<void>;
}

export function createIntake(take: (event: PlatformEvent) => Promise<Received>): Intake {
  const lanes = new Map<string, Promise<unknown>>();
  const queue: (() => void)[] = [];
  let working = 0;
  let waiting = 0;
  let text = 0;

  async function withSlot<T>(work: () => Promise<T>): Promise<T> {
    // The slot is handed over directly, so that no other event can take it.
    if (working >= CONCURRENCY) await new Promise<void>((resolve) => queue.push(resolve));
    else working++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else working--;
    }
  }

  async function takeWithRetries(event: PlatformEvent): Promise<Received> {
    for (const wait of RETRY_DELAYS) {
      try {
        return await take(event);
      } catch (error) {
        if (!isBusy(error)) throw error;
        await pause(withJitter(wait));
      }
    }
    return take(event);
  }

  return {
    async receive(event) {
      const size = event.text?.length ?? 0;
      if (waiting >= MAX_WAITING || (waiting > 0 && text + size > MAX_TEXT))
        throw new Error(`Too many incoming events: ${waiting} are waiting to be stored`);
      waiting++;
      text += size;
      const { id } = event.place;
      const work = (lanes.get(id) ?? Promise.resolve()).then(() => withSlot(() => takeWithRetries(event)));
      const end = work.then(
        () => {},
        () => {},
      );
      lanes.set(id, end);
      try {
        return await work;
      } finally {
        waiting--;
        text -= size;
        if (lanes.get(id) === end) lanes.delete(id);
      }
    },
    idle: async () => void (await Promise.all(lanes.values())),
  };
}

const isBusy = (error: unknown): boolean =>
  isGatewayError(error) ? error.status === 503 : (error as { code?: unknown }).code === "STORE_BUSY";
