import { setTimeout as pause } from "node:timers/promises";
import type { LinkRecord } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { noteState } from "../link.ts";
import { newestChange } from "../site.ts";
import { keepComparing } from "./keep-comparing.ts";
import { type Other, withOther } from "./other.ts";
import { createPulling, type Pull } from "./pull.ts";
import { pushOnce } from "./push.ts";

const WHILE = 60_000;
const SHORTEST_WAIT = 1_000;
/** There and back. */
const WAYS = 2;

/** Exchanges with the other gateway until the signal aborts or something is in the way, which is thrown. */
export async function exchangeWith(
  host: SyncHost,
  link: LinkRecord,
  signal: AbortSignal,
  began: () => void,
): Promise<void> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  await withOther(host, link, "exchange records", either, async (other) => {
    // Who answers there, before anything is sent.
    const pull = createPulling(host, link, other);
    const first = await pull();
    await host.transact((ctx) => noteState(ctx, link.installationId, "running"));
    began();
    const now: Standing = { there: first.there, caughtUp: new Set() };
    const ways = [
      keepPulling(other, pull, first, now, either),
      keepPushing(host, link, other, now, either),
      keepComparing(
        host,
        link,
        other,
        { there: () => now.there, isCaughtUp: () => now.caughtUp.size === WAYS },
        either,
      ),
    ];
    try {
      await Promise.race(ways);
    } finally {
      ended.abort();
      await Promise.allSettled(ways);
    }
  });
}

/** What the ways of an exchange share. */
interface Standing {
  /** The groups that are enabled there. */
  there: readonly string[];
  /** The ways that have come to their end once. */
  readonly caughtUp: Set<"pull" | "push">;
}

async function keepPulling(
  other: Other,
  pull: () => Promise<Pull>,
  first: Pull,
  now: Standing,
  signal: AbortSignal,
): Promise<void> {
  for (let last = first; !signal.aborted; ) {
    if (!last.more) now.caughtUp.add("pull");
    if (!last.more) await waitForNews(other, last.newest, signal);
    last = await pull();
    if (String(last.there) !== String(now.there)) now.there = last.there;
  }
}

/** A wait that ends at once without news is no wait: the next one begins a second later. */
async function waitForNews(other: Other, known: string, signal: AbortSignal): Promise<void> {
  const asked = performance.now();
  const newest = await other.wait(known);
  const rest = asked + SHORTEST_WAIT - performance.now();
  if (newest === known && rest > 0) await pause(rest, undefined, { signal });
}

async function keepPushing(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  now: Standing,
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
      await host.state.nextCommit(seen, WHILE, signal);
    }
  }
}
