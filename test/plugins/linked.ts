import {
  defineGroup,
  definePlugin,
  digestOf,
  type GatewayEvent,
  type Plugin,
  type PluginContext,
  type Transacting,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { missingDependency, type RecordName, type SyncDomain, syncDomains, type Wire } from "@postern/kit/sync";
import { expect, onTestFinished } from "vitest";

/** What a gateway has of a record, by all that it knows: the digest of what was last sent or given, and who changed it. */
interface Tracked {
  readonly digest: string | undefined;
  readonly vector: Readonly<Record<string, number>>;
  readonly wire: Wire | undefined;
}
interface Parcel extends Tracked {
  readonly name: RecordName;
}

/** A gateway with the plugins, in whose own name `sync` takes in what comes from the other one. */
async function openSide(site: string, plugins: readonly Plugin[], now: () => number) {
  const domains = new Map<string, SyncDomain>();
  let host: PluginContext | undefined;
  const sync = definePlugin(defineGroup("sync", { title: "Sync" }), {
    version: "1.0.0",
    operations: [],
    provides: { domains: syncDomains },
    setup: () => ({
      services: {
        domains: {
          register(domain: SyncDomain) {
            if (domains.has(domain.id)) throw new Error(`${domain.id} is registered already`);
            domains.set(domain.id, domain);
            return () => domains.delete(domain.id);
          },
        },
      },
    }),
    start(given: PluginContext) {
      host = given;
      return undefined;
    },
  });
  const fixture = await testGateway({ plugins: [sync(), ...plugins], now });
  onTestFinished(() => fixture.stop());
  const received: GatewayEvent[] = [];
  for (const { type } of fixture.gateway.manifest.events)
    fixture.gateway.on({ type } as never, (event: GatewayEvent) => void received.push(event));
  const { transact, store, journal } = host as unknown as PluginContext;
  return {
    ...fixture,
    site,
    domains,
    /** Events as they happen, and the types of those that sync has caused. */
    received,
    bySync: () => received.filter(({ actor }) => actor === "plugin_sync").map(({ type }) => type),
    transact,
    store,
    journal,
    async post(id: string, body: object = {}) {
      const reply = await fixture.admin.post(id, body);
      if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
  };
}
export type Side = Awaited<ReturnType<typeof openSide>>;

/**
 * Two gateways with the same plugins, and the simplest sync of one domain between them that keeps the rules: changes are
 * known by their digests, the newer by version vectors, and of two that were made apart both sides keep the same.
 */
export async function openLinked(domainId: string, plugins: () => readonly Plugin[]) {
  // Both clocks go on with each look, so that what is done later has a later time.
  let clock = Date.parse("2026-11-23T08:00:00Z");
  const now = () => ++clock;
  const a = follow(await openSide("a", plugins(), now));
  const b = follow(await openSide("b", plugins(), now));
  const conflicts: RecordName[] = [];

  function follow(side: Side) {
    const domain = side.domains.get(domainId) as SyncDomain;
    const known = new Map<string, Tracked>();
    const outbox: Parcel[] = [];
    let after: string | undefined;

    /** Finds out what has changed here since. */
    async function look(): Promise<void> {
      for (let more = true; more; ) {
        const page = await side.journal.read({
          ...(after !== undefined && { after }),
          accept: (head) => domain.follows(head),
        });
        for (const event of page.events) for (const name of await domain.touched(event, side.store)) await note(name);
        after = page.cursor;
        more = page.more;
      }
    }

    async function note(name: RecordName): Promise<void> {
      const wire = await domain.read(side.store, name);
      const digest = wire && digestOf(wire);
      const before = known.get(name.join(" "));
      if (before?.digest === digest) return;
      const vector = { ...before?.vector, [side.site]: (before?.vector[side.site] ?? 0) + 1 };
      known.set(name.join(" "), { digest, vector, wire });
      outbox.push({ name, digest, vector, wire: wire && JSON.parse(JSON.stringify(wire)) });
    }

    const apply = (name: RecordName, wire: Wire | undefined) => side.transact((ctx) => domain.apply(ctx, name, wire));

    /** Takes a parcel in; false where it has come too early. */
    async function take({ name, digest, vector, wire }: Parcel): Promise<boolean> {
      await look();
      const at = name.join(" ");
      const own = known.get(at) ?? { digest: undefined, vector: {}, wire: undefined };
      if (covers(own.vector, vector)) return true;
      const merged = mergedOf(own.vector, vector);
      const isApart = !covers(vector, own.vector);
      if (own.digest === digest || (isApart && isOurs(own, { digest, vector, wire }))) {
        if (own.digest !== digest) conflicts.push(name);
        known.set(at, { ...own, vector: merged });
        return true;
      }
      try {
        await apply(name, wire);
      } catch (error) {
        if (missingDependency(error)) return false;
        throw error;
      }
      if (isApart) conflicts.push(name);
      known.set(at, { digest, vector: merged, wire });
      await look();
      return true;
    }
    return { ...side, domain, known, outbox, look, take, apply, all: () => allOf(side, domain) };
  }
  type Followed = ReturnType<typeof follow>;

  /** Both ways until nothing is left to move; the order within a round is turned round, as lanes of many records would. */
  async function settle({ shuffled = false } = {}): Promise<void> {
    for (let round = 0; ; round++) {
      if (round > 50) throw new Error("It does not come to rest");
      for (const side of [a, b]) await side.look();
      const before = a.outbox.length + b.outbox.length;
      if (before === 0) return;
      const moved = (await move(a, b, shuffled)) + (await move(b, a, shuffled));
      // What waits then waits for work that goes on in the background, or for ever: who compares will see.
      if (moved === 0) return;
    }
  }

  /** Answers how many were taken in; what has come too early is left for the next time. */
  async function move(from: Followed, to: Followed, shuffled: boolean): Promise<number> {
    let parcels = from.outbox.splice(0);
    if (shuffled) parcels = latestReads(parcels).reverse();
    const count = parcels.length;
    for (let isMoving = true; isMoving; ) {
      const early: Parcel[] = [];
      for (const parcel of parcels) if (!(await to.take(parcel))) early.push(parcel);
      isMoving = early.length < parcels.length;
      parcels = early;
    }
    from.outbox.unshift(...parcels);
    return count - parcels.length;
  }

  /** Both have the same records, each alike. */
  async function expectEqual(): Promise<Record<string, Wire>> {
    const [ours, theirs] = [await a.all(), await b.all()];
    expect(theirs).toEqual(ours);
    return ours;
  }

  return { a, b, settle, expectEqual, conflicts, now };
}

/** All records of a domain, by their names, in portions that are small on purpose. */
async function allOf({ store }: Pick<Side, "store">, domain: SyncDomain, limit = 7): Promise<Record<string, Wire>> {
  const found: Record<string, Wire> = {};
  for (const kind of domain.kinds) {
    let after: string | undefined;
    do {
      const { names, next } = await domain.list(store, kind, { limit, ...(after !== undefined && { after }) });
      for (const name of names) {
        const wire = await domain.read(store, name);
        if (!wire) throw new Error(`${name.join(" ")} is listed and cannot be read`);
        if (found[name.join(" ")]) throw new Error(`${name.join(" ")} is listed twice`);
        found[name.join(" ")] = wire;
      }
      after = next;
    } while (after !== undefined);
  }
  return found;
}

/** A commit that must not change anything: what it stages is reported, and not done. */
export async function expectNothing(side: Side, domain: SyncDomain, name: RecordName, wire: Wire | undefined) {
  const done: string[] = [];
  await side.transact(async (ctx: Transacting) => {
    const refuse = (what: string) => () => void done.push(what);
    const writes = new Set<unknown>(["put", "delete", "add", "place", "unplace", "write"]);
    const store = new Proxy(ctx.store, {
      get(target, name) {
        if (writes.has(name)) return refuse(String(name));
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    await domain.apply({ ...ctx, store, emit: refuse("emit") }, name, wire);
  });
  expect(done).toEqual([]);
}

/** The same once more for every record, which must change nothing. */
export async function expectSettled(side: Side & { domain: SyncDomain; all(): Promise<Record<string, Wire>> }) {
  for (const [name, wire] of Object.entries(await side.all()))
    await expectNothing(side, side.domain, name.split(" ") as unknown as RecordName, wire);
}

const covers = (one: Tracked["vector"], other: Tracked["vector"]): boolean =>
  Object.entries(other).every(([site, count]) => (one[site] ?? 0) >= count);

const mergedOf = (one: Tracked["vector"], other: Tracked["vector"]): Tracked["vector"] =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((site) => [
      site,
      Math.max(one[site] ?? 0, other[site] ?? 0),
    ]),
  );

/** Of two that were changed apart: the one that was changed later, else the one with the greater digest. */
function isOurs(own: Tracked, given: Tracked): boolean {
  const [ours, theirs] = [own.wire?.updatedAt, given.wire?.updatedAt] as (number | string | undefined)[];
  if (ours !== undefined && theirs !== undefined && ours !== theirs) return ours > theirs;
  return (own.digest ?? "") > (given.digest ?? "");
}

/** A record that changed several times goes as it was last. */
const latestReads = (parcels: readonly Parcel[]): Parcel[] => [
  ...new Map(parcels.map((parcel) => [parcel.name.join(" "), parcel])).values(),
];
