import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import type { Transacting } from "../context.ts";
import { defineEvent } from "../event.ts";
import type { Group } from "../group.ts";
import type { Operation } from "../operation.ts";
import type { Duty, Host } from "../plugin.ts";
import type { MaybePromise } from "../storage/index.ts";
import { entriesOf, type Stored, shownMembers } from "./entry.ts";
import { operationsOf } from "./operations.ts";
import { type Settle, startWorker } from "./worker.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What there is to do, as its handler gets it. */
export interface QueueEntry<Payload = unknown> {
  readonly id: string;
  readonly payload: Payload;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** The same at each attempt: for whoever must not do a thing twice. */
  readonly idempotencyKey: string;
}

export interface QueueDefinition<G extends Group, P extends TObject, N extends TObject, One extends string> {
  /** One of its entries, in the singular: `delivery`. */
  readonly one: One;
  /** What an entry says; it is shown to whoever may read the group, so it holds no secret. */
  readonly entry: P;
  /** What an attempt leaves behind for people to see, shown as `lastAttempt`. */
  readonly note?: N;
  /** A further field to list by. */
  readonly about?: { readonly field: string; readonly of: (payload: Static<P>) => string };
  /** Milliseconds after the first failure, the second and so on, each ±20 %; an entry that has used them up is dead. */
  readonly backoff?: readonly number[];
  /** Milliseconds that an attempt may take; a minute unless said. */
  readonly timeout?: number;
  /** Milliseconds after which others take up what a process that is gone has left; renewed while it works; 30 s unless said. */
  readonly lease?: number;
  /** Entries at work at a time, in each process; 8 unless said. */
  readonly concurrency?: number;
  /** Milliseconds that done and discarded entries are kept (7 days), and dead ones (30 days). */
  readonly keep?: { readonly done?: number; readonly dead?: number };
  /**
   * Does the work of one entry, at least once. What it throws is a failed attempt. What it answers is called within
   * the commit that calls the entry done.
   */
  handle(
    entry: QueueEntry<Static<P>>,
    ctx: {
      readonly host: Host<G>;
      /** Aborts when the attempt has taken too long, its lease has lapsed, or the gateway stops. */
      readonly signal: AbortSignal;
      readonly note: (note: Static<N>) => void;
    },
    // biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to add answers nothing
  ): MaybePromise<Settle | undefined | void>;
}

type ShownEntry<P extends TObject> = TObject<P["properties"] & typeof shownMembers & TProperties>;

export interface Queue<Payload, Ops extends readonly Operation[]> extends Duty<Ops> {
  /** Stages an entry in a commit; one of a `key` that stands already is not made again. Answers the entry's id. */
  add(
    ctx: Pick<Transacting, "store" | "now" | "id">,
    payload: Payload,
    options?: { key?: string; delay?: number },
  ): Promise<string>;
  /** Stages that all entries `about` this which wait or are dead are given up. */
  discardAbout(ctx: Pick<Transacting, "store" | "now">, about: string): Promise<number>;
}

/**
 * Declares a queue of a group: work that is done outside, at least once, by whichever process takes it up first.
 * Give it to `definePlugin` among its duties: that brings `<group>.<name>.list`, `.show`, `.retry` and `.discard`.
 */
export function defineQueue<
  G extends Group,
  const Name extends string,
  P extends TObject,
  const One extends string,
  N extends TObject = TObject,
>(group: G, name: Name, def: QueueDefinition<G, P, N, One>) {
  const id = `${group.name}.${name}` as `${G["name"]}.${Name}`;
  const { one, entry: payload, note, about } = def;
  const taken = Object.keys(payload.properties).find((member) => member in shownMembers || member === "lastAttempt");
  if (taken) throw new Error(`Queue ${id}: an entry has a member ${taken} of its own`);
  const entries = entriesOf(id);
  const item = Type.Object({
    ...payload.properties,
    ...shownMembers,
    ...(note && { lastAttempt: Type.Optional(note) }),
  }) as unknown as ShownEntry<P>;
  const died = defineEvent(`${id}.died` as `${string}.${string}`, {
    summary: `A ${one} has used up its attempts`,
    data: Type.Object({ id: Type.String(), attempts: Type.Integer(), error: Type.Optional(Type.String()) }),
    subject: ({ id }) => id,
  });
  const { keep } = def;
  const work = {
    name: id,
    entries,
    backoff: def.backoff ?? [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR],
    lease: def.lease ?? 30 * SECOND,
    timeout: def.timeout ?? MINUTE,
    concurrency: def.concurrency ?? 8,
    keep: { done: keep?.done ?? 7 * DAY, dead: keep?.dead ?? 30 * DAY },
    died({ emit }: Transacting, { id, attempts, error }: Stored) {
      emit(died, { id, attempts, ...(error !== undefined && { error }) });
    },
  };
  const shown = { group, queue: id, one, all: name, item, note, about: about?.field, entries };
  const queue = {
    name: id,
    operations: operationsOf(id, shown),
    events: [died],
    async add(
      { store, now, id }: Pick<Transacting, "store" | "now" | "id">,
      said: Static<P>,
      { key, delay = 0 }: { key?: string; delay?: number } = {},
    ) {
      const standing = key === undefined ? undefined : await store.one(entries, "byKey", key);
      if (standing) return standing.id;
      const made: Stored = {
        id: id("entry_"),
        status: "waiting",
        payload: said,
        attempts: 0,
        createdAt: now,
        dueAt: now + delay,
        delay,
        ...(about && { about: about.of(said) }),
        ...(key !== undefined && { key }),
      };
      await store.put(entries, made);
      return made.id;
    },
    async discardAbout({ store, now }: Pick<Transacting, "store" | "now">, named: string) {
      let count = 0;
      for (const status of ["waiting", "dead"]) {
        const { items } = await store.find(entries, { by: "byView", prefix: ["both", named, status], limit: 10_000 });
        for (const entry of items) await store.put(entries, { ...entry, status: "discarded", finishedAt: now });
        count += items.length;
      }
      return count;
    },
    start: (host: Host) =>
      startWorker(
        {
          ...work,
          handle: async (stored, signal, note) => {
            const { id, payload, attempts, createdAt } = stored;
            const given = { id, payload: payload as Static<P>, attempt: attempts, createdAt, idempotencyKey: id };
            return (await def.handle(given, { host: host as Host<G>, signal, note })) ?? undefined;
          },
        },
        host,
      ),
    async state(store: Parameters<Duty["state"]>[0]) {
      const [waiting = 0, running = 0, dead = 0] = await Promise.all(
        ["waiting", "running", "dead"].map((status) =>
          store.count(entries, { by: "byView", prefix: ["status", status] }),
        ),
      );
      return { name: id, waiting, running, dead };
    },
  };
  return queue satisfies Queue<Static<P>, readonly Operation[]>;
}
