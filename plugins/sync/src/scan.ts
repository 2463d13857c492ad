import { omitUndefined, type PluginContext, type Reads, type Worker } from "@postern/core";
import { createLoop } from "@postern/core/queue";
import type { RecordName, SyncDomain } from "@postern/core/sync";
import { type DomainRecord, enabledDomains, tracked } from "./collections.ts";
import type { SyncHost } from "./host.ts";
import { track } from "./records/track.ts";
import { absorb, isOutgrown } from "./records/unknown.ts";
import { siteOf } from "./site.ts";

/** Records that one commit looks at. */
const PORTION = 40;

/**
 * Looks through what there is when a group is enabled: at its records, those first that others point at, then at what
 * was known of it before and is gone. It goes on where it was after a crash.
 */
export const scan: Worker<readonly []> = {
  name: "sync.scan",
  operations: [],
  events: [],
  start(given: PluginContext) {
    const host = given as SyncHost;
    const loop = createLoop({ name: "sync.scan", log: given.log, step: () => scanOnce(host) });
    const off = given.onCommit(() => loop.wake());
    loop.wake();
    return async () => {
      off();
      await loop.stop();
    };
  },
  async state({ store }) {
    const { items } = await store.find(enabledDomains, { limit: 500 });
    return { name: "sync.scan", waiting: items.filter(({ scan }) => scan).length, running: 0, dead: 0 };
  },
};

/** Looks at one portion of a group that is to be looked through; returns 0 where there was one. */
async function scanOnce(host: SyncHost): Promise<0 | undefined> {
  const { items } = await host.store.find(enabledDomains, { limit: 500 });
  const due = items.find(({ id, scan }) => scan && host.state.domains.has(id));
  if (due) await lookOn(host, due.id);
  return due ? 0 : undefined;
}

/** One portion, and where the next one begins, in one commit. */
async function lookOn(host: SyncHost, id: string): Promise<void> {
  const { domains } = host.state;
  const domain = domains.get(id);
  const before = await host.store.get(enabledDomains, id);
  if (!domain || !before?.scan) return;
  // First, and in commits of their own: whoever is cut short in between does it again.
  for (const name of (await portionAt(host.store, domain, before.scan)).names) await absorbIn(host, domain, name);
  await host.transact(async (ctx) => {
    const { store } = ctx;
    const record = await store.get(enabledDomains, id);
    const site = await siteOf(store);
    if (!record?.scan || site === undefined) return;
    // What changes meanwhile is told of in events.
    const { names, next } = await portionAt(store.unchecked, domain, record.scan);
    for (const name of names) await track(ctx, { domain, site }, name);
    const { scan, ...rest } = record;
    const place = placeAfter(domain, { kind: kindAt(domain, scan), again: scan.again, next });
    const noted: DomainRecord = { ...rest, ...(place && { scan: place }) };
    await store.put(enabledDomains, noted);
  });
}

type Scan = NonNullable<DomainRecord["scan"]>;

const kindAt = ({ kinds }: SyncDomain, { kind = kinds[0] }: Scan): string => kind ?? GONE;

function portionAt(store: Reads, domain: SyncDomain, scan: Scan) {
  const { after } = scan;
  const kind = kindAt(domain, scan);
  if (kind === GONE) return gone(store, domain, after);
  return domain.list(store, kind, { limit: PORTION, ...(after !== undefined && { after }) });
}

/** What this version has come to know and cannot take stays beside the record. */
async function absorbIn(host: SyncHost, domain: SyncDomain, name: RecordName): Promise<void> {
  const known = await host.store.get(tracked, domain.id, ...name);
  if (!known || !isOutgrown(domain, known)) return;
  try {
    await host.transact((ctx) => absorb(ctx, domain, name));
  } catch (error) {
    host.log.warn(
      { name, error: String(error) },
      "Members of a record that a newer version sent could not be added to it",
    );
  }
}

/** No kind is named so. */
const GONE = "~gone";

function placeAfter(
  { kinds }: SyncDomain,
  { kind, again, next }: { kind: string; again: true | undefined; next: string | undefined },
): DomainRecord["scan"] {
  if (next !== undefined) return omitUndefined({ kind, again, after: next });
  if (kind === GONE) return undefined;
  const following = kinds[kinds.indexOf(kind) + 1] ?? (again && GONE);
  return following === undefined ? undefined : omitUndefined({ kind: following, again });
}

/** What was known and may be gone. */
async function gone(
  store: Reads,
  { id }: SyncDomain,
  after: string | undefined,
): Promise<{ names: readonly RecordName[]; next?: string }> {
  const page = { prefix: [id], limit: PORTION, ...(after !== undefined && { after }) };
  const { items, next } = await store.find(tracked, page);
  const names = items.filter(({ digest }) => digest !== undefined).map(({ name }) => name as unknown as RecordName);
  return { names, ...(next !== undefined && { next }) };
}
