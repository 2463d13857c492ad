import { setTimeout as sleep } from "node:timers/promises";
import type { SyncDomain } from "@postern/kit/sync";
import { type LinkRecord, links } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { linkIn, siteOfLink } from "../link.ts";
import { siteOf } from "../site.ts";
import { compareWith, type Difference } from "./compare.ts";
import { Fault, type FaultCode } from "./fault.ts";
import type { Other } from "./other.ts";
import { domainsHere } from "./pull.ts";
import { repair } from "./repair.ts";

const DAY = 24 * 60 * 60 * 1000;
const HOUR = DAY / 24;
/** Milliseconds that a difference must last, because records in transit are not differences. */
const SETTLE_TIME = 2_000;
/** Interval of the checks whether both directions have caught up, in milliseconds. */
const CHECK_INTERVAL = 100;

/** Waits until the time is over or the signal aborts. */
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

/**
 * Compares both gateways after the first exchange, after a restore and daily, and exchanges the differences. This also
 * finds changes that no event reported and records that one gateway lost.
 */
export async function keepComparing(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  { there, isCaughtUp }: { there(): readonly string[]; isCaughtUp(): boolean },
  signal: AbortSignal,
): Promise<void> {
  while (!isCaughtUp() && !signal.aborted) await pause(CHECK_INTERVAL, signal);
  while (!signal.aborted) {
    const sites = `${await siteOf(host.store)} ${siteOfLink(link)}`;
    const last = (await linkIn(host.store))?.compared;
    const isDue = last?.sites !== sites || last.at > host.now() || host.now() - last.at >= DAY;
    const isDone = !isDue || (await compareAll(host, link, other, there(), signal));
    if (isDue && isDone) await recordComparison(host, link, sites);
    await pause(isDone ? HOUR : SETTLE_TIME, signal);
  }
}

/** Faults of a gateway of another version that cannot compare but can exchange records. */
const INCOMPARABLE = new Set<FaultCode>(["absent", "nonsense", "refused"]);

/** Returns false if one of the gateways is not ready for a comparison. */
async function compareAll(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  there: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    let isReady = true;
    for (const domain of await domainsHere(host)) {
      if (!there.includes(domain.id)) continue;
      const { differences, isLooking, isWhole } = await compareWith(host, link, other, domain);
      if (isLooking) isReady = false;
      // If only a part of the group is visible, missing records cannot be distinguished from hidden ones.
      else if (isWhole && differences.length > 0) {
        await pause(SETTLE_TIME, signal);
        await repair(host, link, other, domain, await lastingDifferences(host, link, other, domain, differences));
      }
    }
    return isReady;
  } catch (error) {
    if (!(error instanceof Fault) || !INCOMPARABLE.has(error.code)) throw error;
    host.log.warn({ reason: error.message }, "The linked gateway does not support comparing records");
    return true;
  }
}

async function lastingDifferences(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  domain: SyncDomain,
  before: readonly Difference[],
): Promise<Difference[]> {
  const known = new Set(before.map((difference) => JSON.stringify(difference)));
  const { differences } = await compareWith(host, link, other, domain);
  return differences.filter((difference) => known.has(JSON.stringify(difference)));
}

async function recordComparison(host: SyncHost, link: LinkRecord, sites: string): Promise<void> {
  await host.transact(async ({ store, now }) => {
    const found = await linkIn(store);
    if (found?.linkedAt === link.linkedAt) await store.put(links, { ...found, compared: { at: now, sites } });
  });
}
