import { setTimeout as sleep } from "node:timers/promises";
import type { SyncDomain } from "@postern/core/sync";
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
/** What is on its way is no difference: one that lasts this long, in milliseconds, is. */
const LASTS = 2_000;
/** How often it is looked whether both ways have caught up, in milliseconds. */
const LOOK = 100;

/** Waits so long, or until the signal aborts. */
const nap = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

/**
 * Compares what both gateways have once all has been exchanged, when one of them was restored, and daily, and exchanges
 * what differs: also what no event reported, and what one of them lost.
 */
export async function keepComparing(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  { there, isCaughtUp }: { there(): readonly string[]; isCaughtUp(): boolean },
  signal: AbortSignal,
): Promise<void> {
  while (!isCaughtUp() && !signal.aborted) await nap(LOOK, signal);
  while (!signal.aborted) {
    const sites = `${await siteOf(host.store)} ${siteOfLink(link)}`;
    const last = (await linkIn(host.store))?.compared;
    const isDue = last?.sites !== sites || last.at > host.now() || host.now() - last.at >= DAY;
    const isDone = !isDue || (await compareAll(host, link, other, there(), signal));
    if (isDue && isDone) await note(host, link, sites);
    await nap(isDone ? HOUR : LASTS, signal);
  }
}

/** What a gateway of another version answers, with which records can be exchanged nevertheless. */
const INCOMPARABLE = new Set<FaultCode>(["absent", "nonsense", "refused"]);

/** False where one of the two is not ready to be compared. */
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
      // Whoever sees a part of a group cannot tell what is missing from what is not shown.
      else if (isWhole && differences.length > 0) {
        await nap(LASTS, signal);
        await repair(host, link, other, domain, await lasting(host, link, other, domain, differences));
      }
    }
    return isReady;
  } catch (error) {
    if (!(error instanceof Fault) || !INCOMPARABLE.has(error.code)) throw error;
    host.log.warn({ reason: error.message }, "The linked gateway does not compare its records");
    return true;
  }
}

async function lasting(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  domain: SyncDomain,
  before: readonly Difference[],
): Promise<Difference[]> {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  const { differences } = await compareWith(host, link, other, domain);
  return differences.filter((one) => known.has(JSON.stringify(one)));
}

async function note(host: SyncHost, link: LinkRecord, sites: string): Promise<void> {
  await host.transact(async ({ store, now }) => {
    const found = await linkIn(store);
    if (found?.linkedAt === link.linkedAt) await store.put(links, { ...found, compared: { at: now, sites } });
  });
}
