import { omitUndefined, type PluginContext, type Reads, type Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { createLeader, type Leader } from "@postern/kit/queue";
import type { RecordName, SyncDomain } from "@postern/kit/sync";
import { type DomainRecord, enabledDomains, scanLease, tracked } from "./collections.ts";
import type { SyncHost } from "./host.ts";
import { track } from "./records/track.ts";
import { absorb, isOutgrown } from "./records/unknown.ts";
import { siteOf } from "./site.ts";

/** Number of records scanned in one commit. */
const PORTION = 40;

/**
 * Scans the existing records of a group when it is enabled: first its records, referenced kinds before others, then the
 * tracked records that no longer exist. After a crash it continues from its stored position.
 */
export const scan: Worker<readonly []> = {
  name: "sync.scan",
  operations: [],
  events: [],
  start(given: PluginContext) {
    const host = given as SyncHost;
    const leader = createLeader(given, scanLease);
    const loop = createLoop({ name: "sync.scan", log: given.log, step: () => scanOnce(host, leader) });
    const off = given.onCommit(() => loop.wake());
    loop.wake();
    return async () => {
      off();
      await loop.stop();
      // A store that is away lets the lease end by itself.
      await leader.resign().catch(() => {});
    };
  },
  async state({ store }) {
    const { items } = await store.find(enabledDomains, { limit: 500 });
    return { name: "sync.scan", waiting: items.filter(({ scan }) => scan).length, running: 0, dead: 0 };
  },
};

/** Scans one portion of a group; returns 0 if there was one to scan, and otherwise how long to sleep. */
async function scanOnce(host: SyncHost, leader: Leader): Promise<number | undefined> {
  const { items } = await host.store.find(enabledDomains, { limit: 500 });
  const due = items.find(({ id, scan }) => scan && host.state.domains.has(id));
  if (!due) return undefined;
  const others = await leader.wait();
  if (others > 0) return others;
  await scanPortion(host, due.id);
  return 0;
}

/** Scans one portion and stores the position of the next, in one commit. */
async function scanPortion(host: SyncHost, id: string): Promise<void> {
  const { domains } = host.state;
  const domain = domains.get(id);
  const before = await host.store.get(enabledDomains, id);
  if (!domain || !before?.scan) return;
  // First and in separate commits; an interrupted scan repeats it.
  for (const name of (await portionAt(host.store, domain, before.scan)).names) await absorbIn(host, domain, name);
  await host.transact(async (ctx) => {
    const { store } = ctx;
    const record = await store.get(enabledDomains, id);
    const site = await siteOf(store);
    if (!record?.scan || site === undefined) return;
    // Later changes are tracked through events.
    const { names, next } = await portionAt(store.unchecked, domain, record.scan);
    for (const name of names) await track(ctx, { domain, site }, name);
    const { scan, ...rest } = record;
    const place = placeAfter(domain, { kind: kindAt(domain, scan), again: scan.again, next });
    const changed: DomainRecord = { ...rest, ...(place && { scan: place }) };
    await store.put(enabledDomains, changed);
  });
}

type Scan = NonNullable<DomainRecord["scan"]>;

const kindAt = ({ kinds }: SyncDomain, { kind = kinds[0] }: Scan): string => kind ?? MISSING_KIND;

function portionAt(store: Reads, domain: SyncDomain, scan: Scan) {
  const { after } = scan;
  const kind = kindAt(domain, scan);
  if (kind === MISSING_KIND) return missing(store, domain, after);
  return domain.list(store, kind, { limit: PORTION, ...(after !== undefined && { after }) });
}

/** Fields that this version now knows are added to the record; if that fails, they stay stored apart. */
async function absorbIn(host: SyncHost, domain: SyncDomain, name: RecordName): Promise<void> {
  const known = await host.store.get(tracked, domain.id, ...name);
  if (!known || !isOutgrown(domain, known)) return;
  try {
    await host.transact((ctx) => absorb(ctx, domain, name));
  } catch (error) {
    host.log.warn(
      { name, error: String(error) },
      "Fields of a record that a newer version sent could not be added to it",
    );
  }
}

/** Not the name of any kind. */
const MISSING_KIND = "~gone";

function placeAfter(
  { kinds }: SyncDomain,
  { kind, again, next }: { kind: string; again: true | undefined; next: string | undefined },
): DomainRecord["scan"] {
  if (next !== undefined) return omitUndefined({ kind, again, after: next });
  if (kind === MISSING_KIND) return undefined;
  const following = kinds[kinds.indexOf(kind) + 1] ?? (again && MISSING_KIND);
  return following === undefined ? undefined : omitUndefined({ kind: following, again });
}

/** Tracked records that may no longer exist. */
async function missing(
  store: Reads,
  { id }: SyncDomain,
  after: string | undefined,
): Promise<{ names: readonly RecordName[]; next?: string }> {
  const page = { prefix: [id], limit: PORTION, ...(after !== undefined && { after }) };
  const { items, next } = await store.find(tracked, page);
  const names = items.filter(({ digest }) => digest !== undefined).map(({ name }) => name as unknown as RecordName);
  return { names, ...(next !== undefined && { next }) };
}
