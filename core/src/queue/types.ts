import type { Static, TObject } from "@sinclair/typebox";
import type { Caller } from "../define/caller.ts";
import type { CommandContext } from "../define/context.ts";
import type { Group } from "../define/group.ts";
import type { PluginContext, Worker } from "../define/host.ts";
import type { Operation } from "../define/operation.ts";
import type { Transacting } from "../define/transaction.ts";
import type { MaybePromise, Reads } from "../storage/index.ts";
import type { Status } from "./entry.ts";
import type { Schedule } from "./schedule.ts";

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

export interface CompletionContext extends Transacting {
  /**
   * Performs an operation within the commit that calls the entry done, with the rights that the owner of the entry has
   * at this moment. Rejects where the operation works outside the store.
   */
  call: CommandContext["call"];
}

/** Writes, events and calls that go into the commit that calls an entry done. What it throws is a failed attempt. */
export type Completion = (ctx: CompletionContext) => unknown;

export interface QueueDefinition<
  G extends Group,
  P extends TObject,
  N extends TObject,
  One extends string,
  About extends string,
> {
  /** One of its entries, in the singular: `delivery`. */
  readonly one: One;
  /** What an entry says; it is shown to whoever may read the group, so it holds no secret. */
  readonly entry: P;
  /** What an attempt leaves behind for people to see, shown as `lastAttempt`. */
  readonly note?: N;
  /** A further field to list by. */
  readonly about?: { readonly field: About; readonly of: (payload: Static<P>) => string };
  /**
   * Entries of one lane are handled one at a time, in the order in which they were added, each after the one before it
   * is done, dead or discarded; lanes go on beside each other, and so do entries of no lane. A lane's name is not empty.
   */
  readonly lane?: (payload: Static<P>) => string | undefined;
  /**
   * Who an entry is for: a target, an account. Each has at most `most` attempts at a time in each process (an eighth of
   * the concurrency by default) and a circuit breaker, so that one that hangs does not delay the others.
   */
  readonly share?: { readonly of: (payload: Static<P>) => string | undefined; readonly most?: number };
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
   * Whether a caller that has the group's scope may see an entry (`read`), or retry and discard it (`write`): as whatever
   * it is about. An entry that it may not is as if there were none, in lists and in the event that it died too. An admin
   * sees all.
   */
  readonly visible?: (
    who: { readonly caller: Caller; readonly store: Reads },
    payload: Static<P>,
    right: "read" | "write",
  ) => MaybePromise<boolean>;
  /** Does the work, unless the queue is given a handler by `handledBy`. */
  readonly handle?: Handler<G, Static<P>, Static<N>>;
}

/** Does the work of one entry, at least once. What it throws is a failed attempt. */
export type Handler<G extends Group, Payload, Note> = (
  entry: QueueEntry<Payload>,
  ctx: {
    readonly host: PluginContext<G>;
    /** Aborts when the attempt has taken too long, its lease has lapsed, or the gateway stops. */
    readonly signal: AbortSignal;
    readonly note: (note: Note) => void;
  },
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to add answers nothing
) => MaybePromise<Completion | undefined | void>;

/** An entry as the interface shows it. */
export type ShownEntry<Payload, Note> = Payload & {
  id: string;
  status: Status;
  attempts: number;
  createdAt: number;
  nextAttemptAt?: number;
  startedAt?: number;
  finishedAt?: number;
  lastError?: string;
  lastAttempt?: Note;
};

type Page = { total: number; totalCapped?: boolean; limit: number; offset: number; nextOffset?: number };
type ListIn<About extends string> = { status?: Status; limit?: string; offset?: string; fields?: string } & {
  [K in About]?: string;
};
type Change<Id extends string, Out> = Operation<
  Id,
  "command",
  { id: string },
  Out,
  { summary: string; id: string },
  false
>;

/** The operations of a queue, in the order `list`, `show`, `retry`, `discard`. */
export type QueueOperations<
  Id extends string,
  All extends string,
  One extends string,
  Shown,
  About extends string,
> = readonly [
  Operation<`${Id}.list`, "query", ListIn<About>, { [K in All]: Partial<Shown>[] } & Page, never, false>,
  Operation<`${Id}.show`, "query", { id: string }, { [K in One]: Shown }, never, false>,
  Change<`${Id}.retry`, { [K in One]: Shown }>,
  Change<`${Id}.discard`, { [K in One]: Shown }>,
];

export interface Queue<
  Payload,
  Ops extends readonly Operation[] = readonly Operation[],
  Note = unknown,
  G extends Group = Group,
> extends Worker<Ops> {
  /** The queue with a handler, for `definePlugin`: for one whose handler adds to the queue, or needs what adds to it. */
  handledBy(handle: Handler<G, Payload, Note>): Worker<Ops>;
  /** An entry as its operations answer it. */
  readonly item: TObject;
  /**
   * Stages an entry in a commit and returns its id. Where an entry of the same `key` waits, runs or is done and still
   * kept, nothing is added; where it is dead or discarded, it starts again with the new payload, under the same id.
   * It belongs to the context `owner`, by default the one that calls the command.
   * With `every` (milliseconds, ±10 %) or `cron` the entry runs again and again and never dies, by one process at a time;
   * adding the same key with another schedule changes it. A schedule that is wrong is `gateway.invalid_input`.
   */
  add(
    ctx: Pick<Transacting, "store" | "now" | "number" | "id"> & { readonly caller?: Caller },
    payload: Payload,
    options?: { key?: string; delay?: number; owner?: string } & Partial<Schedule>,
  ): Promise<string>;
  /** Stages that all entries `about` this which wait or are dead are given up; answers how many. */
  discardAbout(ctx: Pick<Transacting, "store" | "now">, about: string): Promise<number>;
  /**
   * Stages that entries of a share whose next attempt is later are due now, such as when what they waited for is back;
   * `isMeant` is asked with the note of their last attempt. Answers how many, a thousand at most.
   */
  wake(
    ctx: Pick<Transacting, "store" | "now">,
    share: string,
    isMeant: (note: Note | undefined) => boolean,
  ): Promise<number>;
}
