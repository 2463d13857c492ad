import { defineEvent, type Group, type PluginContext, type Transacting } from "@postern/core";
import type { Collection } from "@postern/core/storage";
import { type Static, type TObject, Type } from "@sinclair/typebox";
import type { Columns } from "../paging/columns.ts";
import { activeAbout, discardAbout } from "./about.ts";
import { createArrivals } from "./arrivals.ts";
import { causeIn, causeToStore } from "./cause.ts";
import { entriesOf, type Stored, shownMembers } from "./entry.ts";
import { enter, type Line, lanesOf } from "./lane.ts";
import { LEASE } from "./lease.ts";
import { operationsOf, wordsOf } from "./operations.ts";
import { ownerOf } from "./owner.ts";
import { repeats, rescheduled } from "./rules.ts";
import { isSame, nextRun, repetitionOf } from "./schedule.ts";
import type { Queue, QueueDefinition, QueueOperations, ShownEntry } from "./types.ts";
import { type QueueWorker, startWorker } from "./worker.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Declares a queue of a group: work outside of the store, done at least once, by any of the processes. Pass it to
 * `definePlugin` as a worker: that adds `<group>.<name>.list`, `.show`, `.retry` and `.discard`.
 */
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
> {
  const id = `${group.name}.${name}`;
  group.workers.add(id);
  const { one, entry: payload, note, about, lane, columns = payloadColumns(payload) } = def;
  const taken = Object.keys(payload.properties).find((member) => member in shownMembers || member === "lastAttempt");
  if (taken) throw new Error(`Queue ${id}: the payload cannot have a member "${taken}", which is reserved`);
  const entries = entriesOf(id);
  const words = wordsOf(name, one);
  const line: Line = { entries, lanes: lanesOf(id), arrivals: createArrivals() };
  const item = Type.Object({
    ...payload.properties,
    ...shownMembers,
    ...(note && { lastAttempt: Type.Optional({ ...note, description: "Result of the last attempt" }) }),
  });
  const died = defineEvent(`${id}.died` as `${string}.${string}`, {
    summary: `${words.article === "an" ? "An" : "A"} ${words.single} failed permanently`,
    data: Type.Object({ id: Type.String(), attempts: Type.Integer(), error: Type.Optional(Type.String()) }),
    subject: ({ id }) => id,
    async visible({ caller, store }, { id }) {
      if (!def.visible || caller.isAdmin) return true;
      const entry = await store.get(entries, id);
      return entry !== undefined && def.visible({ caller, store }, entry.payload as Static<P>, "read");
    },
  });
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
    async died(ctx: Transacting, { id, payload, attempts, error, note }: Stored) {
      ctx.emit(died, { id, attempts, ...(error !== undefined && { error }) });
      await def.died?.(ctx, { id, payload: payload as Static<P>, error, note: note as Static<N> | undefined });
    },
  };
  const workers = new WeakMap<object, QueueWorker>();
  const startWith = (handle: QueueDefinition<G, P, N, One, About>["handle"]) => (host: PluginContext) => {
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
  const { visible } = def;
  const shown = { group, queue: id, one, all: name, item, columns, note, about: about?.field, line, lane, visible };
  return {
    name: id,
    item,
    operations: operationsOf(id, shown) as never,
    events: [died],
    collections: [entries as Collection, line.lanes as Collection],
    async add(ctx, payload, options = {}) {
      const { key, once = false, delay = 0, owner = ownerOf(ctx.caller), cause: given, ...schedule } = options;
      const { store, now, id } = ctx;
      const repetition = repetitionOf(schedule);
      const before = key === undefined ? undefined : await store.one(entries, "byKey", key);
      const isOver = !once && (before?.status === "dead" || before?.status === "discarded");
      if (before && !isOver) {
        if (!isSame(before, repetition)) await store.put(entries, rescheduled(before, repetition, now));
        return before.id;
      }
      const share = def.share?.of(payload);
      const cause = causeToStore(ctx, given);
      const dueAt = repetition.cron === undefined ? now + delay : nextRun(repetition, now + delay);
      const made: Stored = {
        id: before?.id ?? id("entry_"),
        status: "waiting",
        payload,
        attempts: 0,
        createdAt: now,
        dueAt,
        delay: dueAt - now,
        ...repetition,
        ...(about && { about: about.of(payload) }),
        ...(key !== undefined && { key }),
        ...(share !== undefined && { share }),
        ...(owner !== undefined && { owner }),
        ...(cause && { cause }),
      };
      // A repeating entry is never done, so it would block its lane.
      const ofLane = repeats(repetition) ? undefined : lane?.(payload);
      await enter(
        ctx,
        line,
        made,
        ofLane,
        (entry) => (ctx.host && workers.get(ctx.host))?.started(ctx, entry) ?? entry,
      );
      return made.id;
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

const payloadColumns = ({ properties }: TObject): Columns<TObject> =>
  Object.fromEntries(
    Object.entries(properties).map(([member, { type }], at) => [member, [type === "string" ? "id" : "text", at]]),
  );
