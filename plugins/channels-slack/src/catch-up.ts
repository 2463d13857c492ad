import { setTimeout as pause } from "node:timers/promises";
import type { AdapterContext, Inbound } from "@postern/channels/services";
import type { WebClient } from "@slack/web-api";
import { faultOf } from "./answers.ts";
import { readEvent, type Self } from "./inbound.ts";
import type { Seen } from "./seen.ts";

interface CatchUp {
  readonly web: WebClient;
  readonly self: Self;
  readonly seen: Seen;
  readonly context: Pick<AdapterContext, "log" | "adapter">;
  readonly signal: AbortSignal;
  add(inbound: Inbound): void;
  /** Whether the buffer has room for more. */
  hasRoom(): boolean;
}

const MAX_PAGES = 10;
const SHORT_WAIT = 100;

/**
 * Reads what was written during an interruption: Slack redelivers events only for some minutes. Messages that arrive
 * both ways are stored once. Edits, deletions and reactions of that time are not in the history.
 */
export async function catchUp(catching: CatchUp): Promise<void> {
  const { seen, context, signal } = catching;
  for (const [place, ts] of seen.all()) {
    try {
      await readMissed(catching, place, ts);
    } catch (error) {
      if (signal.aborted) return;
      const fault = faultOf(error);
      const { log, adapter } = context;
      log.warn({ adapter, place, reason: fault.reason }, "Missed messages cannot be read");
      // If the app may not read any conversation, the remaining ones need not be tried.
      if (fault.word === "barred" || (fault.word === "refused" && fault.code === "missing_scope")) return;
    }
  }
}

/** A history starts with the newest message: all of it is fetched before the oldest is stored. */
async function readMissed(catching: CatchUp, place: string, oldest: string): Promise<void> {
  const { web, self, context, signal, add, hasRoom } = catching;
  const [channel = "", thread] = place.split("/");
  const missed: object[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const asking = { channel, oldest, limit: 200, ...(cursor && { cursor }) };
    const { messages = [], response_metadata } = await withRateLimit(signal, () =>
      thread === undefined ? web.conversations.history(asking) : web.conversations.replies({ ...asking, ts: thread }),
    );
    missed.push(...messages);
    cursor = response_metadata?.next_cursor;
    if (!cursor) break;
  }
  if (cursor)
    context.log.warn({ adapter: context.adapter, place }, "There are more missed messages than the adapter reads");
  const inTime = missed
    .map((message) => message as { ts?: string; reply_count?: number })
    .sort((a, b) => Number(a.ts) - Number(b.ts));
  for (const message of inTime) {
    const inbound = readEvent({ event: { ...message, type: "message", channel } }, self);
    while (!hasRoom()) await pause(SHORT_WAIT, undefined, { signal });
    signal.throwIfAborted();
    if (inbound) add(inbound);
  }
  if (thread !== undefined) return;
  for (const { ts, reply_count = 0 } of inTime)
    if (ts && reply_count > 0) await readMissed(catching, `${channel}/${ts}`, oldest);
}

/** Asks, and waits and retries for as long as Slack requests it. */
async function withRateLimit<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      const fault = faultOf(error);
      if (fault.word !== "limited") throw error;
      await pause(fault.wait, undefined, { signal });
    }
  }
}
