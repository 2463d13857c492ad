import type { Group, Operation, PluginContext, Transacting } from "@postern/core";
import { type Collection, defineRecord } from "@postern/core/storage";
import type { Static, TObject } from "@sinclair/typebox";
import { activeAbout, discardAbout } from "./about.ts";
import { add } from "./add.ts";
import { createArrivals } from "./arrivals.ts";
import { causeIn } from "./cause.ts";
import { entriesOf, type Stored } from "./entry.ts";
import { finish, type Line, lanesOf } from "./lane.ts";
import type { LeaderLease } from "./leader.ts";
import { LEASE } from "./lease.ts";
import { hiddenFrom, shownTo } from "./people.ts";
import type { QueueOperations, ShownEntry } from "./shown-types.ts";
import type { HiddenQueueDefinition, Queue, QueueDefinition } from "./types.ts";
import { type QueueWorker, startWorker } from "./worker.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Definition<G extends Group, P extends TObject, N extends TObject, One extends string, About extends string> =
  | QueueDefinition<G, P, N, One, About>
  | HiddenQueueDefinition<G, P, N, About>;

/**
 * Declares a queue of a group: work outside of the store, done at least once, by any of the processes. Pass it to
 * `definePlugin` as a worker: that adds `<group>.<name>.list`, `.show`, `.retry` and `.discard`, unless it is `hidden`.
 */
export function defineQueue<
  G extends Group,
  P extends TObject,
  N extends TObject = TObject,
  const About extends string = never,
>(group: G, name: string, def: HiddenQueueDefinition<G, P, N, About>): Queue<Static<P>, readonly [], Static<N>, G>;
export function defineQueue<
  G extends Group,
  const Name extends string,
  P extends TObject,
  const One extends string,
  N extends TObject = TObject,
  const About extends string = never,
>(
  group: G,
  name: Name,
  def: QueueDefinition<G, P, N, One, About>,
): Queue<
  Static<P>,
  QueueOperations<`${G["name"]}.${Name}`, Name, One, ShownEntry<Static<P>, Static<N>>, About>,
  Static<N>,
  G
>;
export function defineQueue<
  G extends Group,
  P extends TObject,
  N extends TObject,
  One extends string,
  About extends string,
>(group: G, name: string, def: Definition<G, P, N, One, About>): Queue<Static<P>, readonly Operation[], Static<N>, G> {
  const id = `${group.name}.${name}`;
  group.workers.add(id);
  const { about } = def;
  const entries = entriesOf(id);
  const line: Line = { entries, lanes: lanesOf(id), arrivals: createArrivals() };
  const { item, operations, died } = "hidden" in def ? hiddenFrom(def) : shownTo(group, name, def, line);
  const { keep } = def;
  const work = {
    name: id,
    ...line,
    backoff: def.backoff ?? [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR],
    lease: def.lease ?? LEASE,
    timeout: def.timeout ?? MINUTE,
    concurrency: def.concurrency ?? 8,
    mostOfShare: def.share?.most ?? Math.max(1, Math.floor((def.concurrency ?? 8) / 8)),
    keep: { done: keep?.done ?? 7 * DAY, dead: keep?.dead ?? 30 * DAY },
    sweepLease: defineRecord<LeaderLease>(`${id}.sweep-lease`),
    async died(ctx: Transacting, { id, payload, attempts, error, note }: Stored) {
      if (died) ctx.emit(died, { id, attempts, ...(error !== undefined && { error }) });
      await def.died?.(ctx, { id, payload: payload as Static<P>, error, note: note as Static<N> | undefined });
    },
  };
  const workers = new WeakMap<object, QueueWorker>();
  const startWith = (handle: Definition<G, P, N, One, About>["handle"]) => (host: PluginContext) => {
    if (!handle)
      throw new Error(`Queue ${id} has no handler. Define \`handle\`, or pass \`handledBy(…)\` as a worker.`);
    const worker = startWorker(
      {
        ...work,
        handle: async ({ id, payload, attempts, createdAt, cause: stored }, signal, note) => {
          const task = { name: work.name, cause: causeIn(stored), facts: { entry: id, attempt: attempts } };
          return host.observe(task, async ({ cause }) => {
            const own = { id, payload: payload as Static<P>, attempt: attempts, createdAt, idempotencyKey: id };
            const entry = cause ? { ...own, cause } : own;
            return (await handle(entry, { host: host as PluginContext<G>, signal, note })) ?? undefined;
          });
        },
      },
      host,
    );
    workers.set(host, worker);
    return worker.stop;
  };
  const adding = { id, line, def, started: (host: object) => workers.get(host)?.started };
  return {
    name: id,
    item,
    operations,
    events: died ? [died] : [],
    collections: [entries as Collection, line.lanes as Collection],
    add: (ctx, payload, options = {}) => add(adding, ctx, payload, options),
    async drop(ctx, key) {
      const found = await ctx.store.one(entries, "byKey", key);
      if (found?.status !== "waiting") return false;
      await finish(ctx, line, { ...found, status: "discarded", finishedAt: ctx.now });
      return true;
    },
    async addFinished({ store, now, id }, payload, note, { key } = {}) {
      const before = key === undefined ? undefined : await store.one(entries, "byKey", key);
      if (before) return before.id;
      const made: Stored = {
        ...{ id: id("entry_"), status: "done", payload, note, attempts: 0 },
        ...{ createdAt: now, dueAt: now, delay: 0, finishedAt: now },
        ...(about && { about: about.of(payload) }),
        ...(key !== undefined && { key }),
      };
      await store.put(entries, made);
      return made.id;
    },
    async activeAbout({ store }, named, limit = 100) {
      const active = await activeAbout(store, line, named, limit);
      return active.map(({ id, status, payload }) => ({ id, status, payload: payload as Static<P> }));
    },
    discardAbout: async (ctx, named) => (await discardAbout(ctx, line, named, ["waiting", "dead"])).length,
    cancelAbout: (ctx, named, reason, statuses = ["waiting", "running"]) =>
      discardAbout(ctx, line, named, statuses, reason),
    async wake({ store, now }, share, isMeant) {
      const { items } = await store.find(entries, { by: "byShare", prefix: [share], limit: 1_000 });
      const waiting = items.filter(({ dueAt, note }) => dueAt > now && isMeant(note as Static<N> | undefined));
      for (const entry of waiting) {
        await store.put(entries, { ...entry, dueAt: now, delay: 0 });
        line.arrivals.announce(entry.id);
      }
      return waiting.length;
    },
    start: startWith(def.handle),
    handledBy(handle) {
      return { ...this, start: startWith(handle) };
    },
    held: (host) => workers.get(host)?.held() ?? 0,
    async state({ store }) {
      const [waiting = 0, running = 0, dead = 0] = await Promise.all(
        ["waiting", "running", "dead"].map((status) =>
          store.count(entries, { by: "byView", prefix: ["status", status] }),
        ),
      );
      const first = waiting > 0 && (await store.find(entries, { by: "byDue", prefix: ["waiting"], limit: 1 })).items[0];
      return { name: id, waiting, running, dead, ...(first && { dueAt: first.dueAt }) };
    },
  };
}
