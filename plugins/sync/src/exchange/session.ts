import { setTimeout as pause } from "node:timers/promises";
import type { LinkRecord } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { setLinkState } from "../link.ts";
import { newestChange } from "../site.ts";
import { keepComparing } from "./keep-comparing.ts";
import { type Other, withOther } from "./other.ts";
import { createPulling, type Pull } from "./pull.ts";
import { pushOnce } from "./push.ts";

const MAX_WAIT = 60_000;
const MIN_WAIT = 1_000;
/** Pull and push. */
const DIRECTIONS = 2;

/** Exchanges records with the other gateway until the signal aborts. Throws if the exchange fails. */
export async function exchangeWith(
  host: SyncHost,
  link: LinkRecord,
  signal: AbortSignal,
  onStarted: () => void,
): Promise<void> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  await withOther(host, link, "exchange records", either, async (other) => {
    // Identifies the other gateway before anything is sent.
    const pull = createPulling(host, link, other);
    const first = await pull();
    await host.transact((ctx) => setLinkState(ctx, link.installationId, "running"));
    onStarted();
    const now: ExchangeState = { there: first.there, caughtUp: new Set() };
    const directions = [
      keepPulling(other, pull, first, now, either),
      keepPushing(host, link, other, now, either),
      keepComparing(
        host,
        link,
        other,
        { there: () => now.there, isCaughtUp: () => now.caughtUp.size === DIRECTIONS },
        either,
      ),
    ];
    try {
      await Promise.race(directions);
    } finally {
      ended.abort();
      await Promise.allSettled(directions);
    }
  });
}

/** State shared by the directions of an exchange. */
interface ExchangeState {
  /** The groups that are enabled on the other gateway. */
  there: readonly string[];
  /** The directions that have caught up at least once. */
  readonly caughtUp: Set<"pull" | "push">;
}

async function keepPulling(
  other: Other,
  pull: () => Promise<Pull>,
  first: Pull,
  now: ExchangeState,
  signal: AbortSignal,
): Promise<void> {
  for (let last = first; !signal.aborted; ) {
    if (!last.more) now.caughtUp.add("pull");
    if (!last.more) await waitForChange(other, last.newest, signal);
    last = await pull();
    if (String(last.there) !== String(now.there)) now.there = last.there;
  }
}

/** Waits for a change. If the other gateway responds immediately without one, the next wait starts a second later. */
async function waitForChange(other: Other, known: string, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const newest = await other.wait(known);
  const delay = startedAt + MIN_WAIT - performance.now();
  if (newest === known && delay > 0) await pause(delay, undefined, { signal });
}

async function keepPushing(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  now: ExchangeState,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const known = await newestChange(host.store);
    const enabled = now.there;
    const { more } = await pushOnce(host, link, other, enabled);
    if (!more) now.caughtUp.add("push");
    while (!more && !signal.aborted && now.there === enabled) {
      const seen = host.state.commits();
      if ((await newestChange(host.store)) !== known) break;
      await host.state.nextCommit(seen, MAX_WAIT, signal);
    }
  }
}
