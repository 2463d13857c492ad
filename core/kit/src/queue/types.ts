import type {
  Caller,
  Cause,
  CommandContext,
  Group,
  Operation,
  PluginContext,
  Transacting,
  Worker,
  WorkerState,
} from "@postern/core";
import type { MaybePromise, Reads } from "@postern/core/storage";
import type { Static, TObject } from "@sinclair/typebox";
import type { Columns } from "../paging/columns.ts";
import type { ConsumerContext } from "./consumer.ts";
import type { Status } from "./entry.ts";
import type { Schedule } from "./schedule.ts";

/** An entry as its handler receives it. */
export interface QueueEntry<Payload = unknown> {
  readonly id: string;
  readonly payload: Payload;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** The same at each attempt, for targets that must not repeat an effect. */
  readonly idempotencyKey: string;
  /** What it follows from. The commit that marks it as done carries it too. */
  readonly cause?: Cause;
}

/** What the completion of an entry may do in its commit. */
export interface CompletionContext extends Transacting {
  /**
   * Executes an operation within the commit that marks the entry as done, with the current rights of the entry's owner.
   * Rejects if the operation works outside the store.
   */
  call: CommandContext["call"];
}

/** Adds writes, events and calls to the commit that marks an entry as done. If it throws, the attempt has failed. */
export type Completion = (ctx: CompletionContext) => unknown;

/** What the entries of a queue hold, and how they are worked on. */
export interface QueueDefinition<
  G extends Group,
  P extends TObject,
  N extends TObject,
  One extends string,
  About extends string,
> {
  /** The singular name of an entry: `delivery`. */
  readonly one: One;
  /** The payload of an entry. Everyone who can read the group sees it, so it must not contain secrets. */
  readonly entry: P;
  /** The visible result of an attempt, shown as `lastAttempt`. */
  readonly note?: N;
  /** The columns in which people see what an entry is about; all members of the payload by default. */
  readonly columns?: Columns<P> & { readonly lastAttempt?: Columns<TObject>[string] };
  /** An additional field to filter lists by. */
  readonly about?: { readonly field: About; readonly of: (payload: Static<P>) => string };
  /**
   * Entries of one lane are handled one at a time, in the order in which they were added, each after the one before it
   * is done, dead or discarded. Different lanes, and entries without one, are handled concurrently. The name of a lane
   * cannot be empty.
   */
  readonly lane?: (payload: Static<P>) => string | undefined;
  /**
   * The target of an entry, such as an account. Each has at most `most` concurrent attempts per process (by default an
   * eighth of the concurrency) and a circuit breaker, so that a slow target does not delay others.
   */
  readonly share?: { readonly of: (payload: Static<P>) => string | undefined; readonly most?: number };
  /**
   * Delays in milliseconds after the first failure, the second and so on, each ±20 %. After the last one an entry is
   * dead.
   */
  readonly backoff?: readonly number[];
  /** Time limit of an attempt in milliseconds; one minute by default. */
  readonly timeout?: number;
  /**
   * Milliseconds after which other processes claim the entries of a process that has gone. Renewed during the work.
   * 6 s by default.
   */
  readonly lease?: number;
  /** Maximum number of concurrent entries per process; 8 by default. */
  readonly concurrency?: number;
  /** Milliseconds for which done and discarded entries (7 days by default) and dead ones (30 days) are kept. */
  readonly keep?: { readonly done?: number; readonly dead?: number };
  /**
   * Whether a caller with the group's scope may see an entry (`read`), or retry and discard it (`write`): must agree
   * with the record that the entry is about. Entries it may not see do not exist for it, in lists and in the event of
   * their death. An admin sees all.
   */
  readonly visible?: (
    who: { readonly caller: Caller; readonly store: Reads },
    payload: Static<P>,
    right: "read" | "write",
  ) => MaybePromise<boolean>;
  /**
   * Adds writes and events to the commit that makes an entry dead, also if its worker ended during every attempt: then
   * `note` is that of an earlier attempt, if any.
   */
  readonly died?: (ctx: Transacting, entry: DeadEntry<Static<P>, Static<N>>) => MaybePromise<void>;
  /** Does the work, unless the queue gets a handler by `handledBy`. */
  readonly handle?: Handler<G, Static<P>, Static<N>>;
}

/** A queue that people do not see: it has no operations, and the death of an entry is no event. */
export type HiddenQueueDefinition<G extends Group, P extends TObject, N extends TObject, About extends string> = Omit<
  QueueDefinition<G, P, N, "entry", About>,
  "one" | "columns" | "visible"
> & { readonly hidden: true };

/** How an entry is added. */
export type AddOptions = Partial<Schedule> & {
  /** Unique among the entries that wait, run, or are done and still kept. */
  readonly key?: string;
  /** Adds nothing if an entry with this key has ever died or been discarded, and is still kept. */
  readonly once?: boolean;
  /** Milliseconds until it is due. */
  readonly delay?: number;
  /**
   * When it is due, in Unix milliseconds by the clock. An entry with the same key starts again with this time. Not for
   * queues with lanes.
   */
  readonly at?: number;
  /** The context that it belongs to; by default the caller of the command. */
  readonly owner?: string;
  /** What it follows from; by default the command that adds it. */
  readonly cause?: Cause;
};

/** An entry that has failed permanently. */
export interface DeadEntry<Payload, Note> {
  readonly id: string;
  readonly payload: Payload;
  readonly error: string | undefined;
  readonly note: Note | undefined;
}

/** An entry that is waiting or running. */
export interface ActiveEntry<Payload> {
  readonly id: string;
  readonly status: Status;
  readonly payload: Payload;
}

/** Does the work of one entry, at least once. If it throws, the attempt has failed. */
export type Handler<G extends Group, Payload, Note> = (
  entry: QueueEntry<Payload>,
  ctx: {
    readonly host: PluginContext<G>;
    /** Aborts when the attempt exceeds its time limit, its lease has expired, or the gateway stops. */
    readonly signal: AbortSignal;
    readonly note: (note: Note) => void;
  },
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to add answers nothing
) => MaybePromise<Completion | undefined | void>;

/** A queue of a group. */
export interface Queue<
  Payload,
  Ops extends readonly Operation[] = readonly Operation[],
  Note = unknown,
  G extends Group = Group,
> extends Worker<Ops> {
  /** The queue with a handler, for `definePlugin`. Useful if the handler itself adds entries to the queue. */
  handledBy(handle: Handler<G, Payload, Note>): Worker<Ops>;
  state(host: Pick<PluginContext, "store">): Promise<WorkerState>;
  /** The schema of an entry in the answers of its operations. */
  readonly item: TObject;
  /**
   * Stages an entry in a commit and returns its id. If an entry with the same `key` is waiting, running, or done and
   * still kept, nothing is added; if it is dead or discarded, it starts again with the new payload and the same id, and
   * with `once` nothing is added then, too. With `at` it
   * starts again in any case. With `every` (milliseconds, ±10 %) or `cron` the entry repeats and never dies, in one process at a time; adding the
   * same key with another schedule changes it. An invalid schedule is `gateway.invalid_input`.
   */
  add(
    ctx: Pick<Transacting, "store" | "now" | "number" | "id"> & { readonly caller?: Caller } & Partial<ConsumerContext>,
    payload: Payload,
    options?: AddOptions,
  ): Promise<string>;
  /** Stages the discard of the entry with this key, if it waits. Returns whether it did. */
  drop(ctx: Pick<Transacting, "store" | "now">, key: string): Promise<boolean>;
  /** Stages an entry that is done already, as a record for people. Nothing is added if its `key` exists. */
  addFinished(
    ctx: Pick<Transacting, "store" | "now" | "id">,
    payload: Payload,
    note: Note,
    options?: { key?: string },
  ): Promise<string>;
  /** Entries about this that are waiting or running, at most `limit` (100 by default) of each. */
  activeAbout(ctx: { readonly store: Reads }, about: string, limit?: number): Promise<ActiveEntry<Payload>[]>;
  /** Stages the discard of all waiting and dead entries about this. Returns how many. */
  discardAbout(ctx: Pick<Transacting, "store" | "now">, about: string): Promise<number>;
  /**
   * Stages the discard of all entries about this that are waiting or running, or only of one of these, with a reason for
   * people. Returns their ids. The attempts of running ones change nothing any longer; their signals are aborted within a
   * third of the lease.
   */
  cancelAbout(
    ctx: Pick<Transacting, "store" | "now">,
    about: string,
    reason: string,
    statuses?: readonly ("waiting" | "running")[],
  ): Promise<string[]>;
  /**
   * Makes later entries of a share due now, for example because their target is available again. `isMeant` receives the
   * note of their last attempt. Returns how many, at most a thousand.
   */
  wake(
    ctx: Pick<Transacting, "store" | "now">,
    share: string,
    isMeant: (note: Note | undefined) => boolean,
  ): Promise<number>;
}
