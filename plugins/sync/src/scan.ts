import { type Duty, type Host, present } from "@postern/core";
import { createLoop } from "@postern/core/queue";
import type { RecordName, SyncDomain } from "@postern/core/sync";
import { type DomainRecord, enabledDomains, tracked } from "./collections.ts";
import { type Live, liveOf, type SyncHost } from "./live.ts";
import { track } from "./records/track.ts";
import { absorb, isOutgrown } from "./records/unknown.ts";
import { siteOf } from "./site.ts";

/** Records that one commit looks at. */
const PORTION = 40;

/**
 * Looks through what there is when a group is enabled: at its records, those first that others point at, then at what
 * was known of it before and is gone. It goes on where it was after a crash.
 */
export const scan: Duty<readonly []> = {
  name: "sync.scan",
  operations: [],
  events: [],
  start(given: Host) {
    const live = liveOf(given as SyncHost);
    const loop = createLoop({ name: "sync.scan", log: given.log, step: () => scanOnce(live) });
    const off = given.onCommit(() => loop.wake());
    loop.wake();
    return async () => {
      off();
      await loop.stop();
    };
  },
  async state(store) {
    const { items } = await store.find(enabledDomains, { limit: 500 });
    return { name: "sync.scan", waiting: items.filter(({ scan }) => scan).length, running: 0, dead: 0 };
  },
};

/** Looks at one portion of a group that is to be looked through; returns 0 where there was one. */
async function scanOnce(live: Live): Promise<0 | undefined> {
  const { items } = await live.host.store.find(enabledDomains, { limit: 500 });
  const due = items.find(({ id, scan }) => scan && live.domains.has(id));
  if (due) await lookOn(live, due.id);
  return due ? 0 : undefined;
}

/** One portion, and where the next one begins, in one commit. */
async function lookOn({ host, domains }: Live, id: string): Promise<void> {
  const looked = await host.transact(async (ctx) => {
    const { store } = ctx;
    const record = await store.get(enabledDomains, id);
    const domain = domains.get(id);
    const site = await siteOf(store);
    if (!record?.scan || !domain || site === undefined) return [];
    const { kind = domain.kinds[0], after, again } = record.scan;
    const { names, next } = await (kind === undefined || kind === GONE
      ? gone(ctx.store.glance, domain, after)
      : // What changes meanwhile is told of in events.
        domain.list(store.glance, kind, { limit: PORTION, ...(after !== undefined && { after }) }));
    for (const name of names) await track(ctx, { domain, site }, name);
    const { scan: _, ...rest } = record;
    const place = placeAfter(domain, { kind: kind ?? GONE, again, next });
    const noted: DomainRecord = { ...rest, ...(place && { scan: place }) };
    await store.put(enabledDomains, noted);
    return names;
  });
  const domain = domains.get(id);
  for (const name of looked) {
    const known = await host.store.get(tracked, id, ...name);
    if (!domain || !known || !isOutgrown(domain, known)) continue;
    // What this version has come to know and cannot take stays beside the record.
    await host
      .transact((ctx) => absorb(ctx, domain, name))
      .catch((error: unknown) =>
        host.log.warn({ name, error: String(error) }, "Members of a record were not absorbed"),
      );
  }
}

/** No kind is named so. */
const GONE = "~gone";

function placeAfter(
  { kinds }: SyncDomain,
  { kind, again, next }: { kind: string; again: true | undefined; next: string | undefined },
): DomainRecord["scan"] {
  if (next !== undefined) return present({ kind, again, after: next });
  if (kind === GONE) return undefined;
  const following = kinds[kinds.indexOf(kind) + 1] ?? (again && GONE);
  return following === undefined ? undefined : present({ kind: following, again });
}

/** What was known and may be gone. */
async function gone(
  store: Parameters<SyncDomain["list"]>[0],
  { id }: SyncDomain,
  after: string | undefined,
): Promise<{ names: readonly RecordName[]; next?: string }> {
  const page = { prefix: [id], limit: PORTION, ...(after !== undefined && { after }) };
  const { items, next } = await store.find(tracked, page);
  const names = items.filter(({ digest }) => digest !== undefined).map(({ name }) => name as unknown as RecordName);
  return { names, ...(next !== undefined && { next }) };
}
