import type { Blobs } from "../storage/blobs.ts";
import type { Collection, MaybePromise, Reads } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { Cause } from "./cause.ts";
import type { EventDefinition, GatewayEvent } from "./event.ts";
import type { ConfigOf, Group, ServicesOfGroup, StateOf } from "./group.ts";
import type { Journal } from "./journal.ts";
import type { Logger } from "./log.ts";
import type { Manifest } from "./manifest.ts";
import type { Task } from "./observer.ts";
import type { Operation, TypesOf } from "./operation.ts";
import type { PluginTransaction } from "./transaction.ts";

/** The plugin outside of calls: for services, listeners and background work. */
export interface PluginContext<G extends Group = Group> {
  readonly config: ConfigOf<G>;
  readonly services: ServicesOfGroup<G>;
  /** What the plugin keeps between calls, created by its `setup`. */
  readonly state: StateOf<G>;
  /** Each read sees the latest commit. */
  readonly store: Reads;
  readonly blobs: Blobs;
  readonly log: Logger;
  readonly manifest: Manifest;
  readonly journal: Journal;
  /** Aborts when the gateway stops. */
  readonly signal: AbortSignal;
  now(): number;
  /**
   * Provides the allowed values of fields declared with `oneOfOffered(list, …)`. `words` is called each time they are
   * needed.
   */
  offer(list: string, words: () => readonly string[]): void;
  /** Calls `listener` after each commit that contains `event`. It cannot slow down or fail the caller. Stops with the plugin. */
  on<Data>(event: EventDefinition<string, Data>, listener: (event: GatewayEvent<Data>) => unknown): () => void;
  /**
   * Calls `listener` soon after commits, once for several: immediately for commits of this process, within 50 ms for
   * those of others.
   */
  onCommit(listener: () => void): () => void;
  /** Reads and writes as one commit on behalf of the plugin. `work` runs again if the data changed concurrently. */
  transact<T>(work: (ctx: PluginTransaction) => MaybePromise<T>, cause?: Cause): Promise<T>;
  /** The current caller of a context. Undefined if it, or one above it, is unknown or has ended. */
  callerOf(contextId: string): Promise<Caller | undefined>;
  /** Does a piece of background work, which metrics and traces see. Pass on the cause of the task that `work` gets. */
  observe<T>(task: Task, work: (task: Task) => Promise<T>): Promise<T>;
  /** Executes an operation on behalf of the plugin. */
  call<O extends Operation>(operation: O, input: TypesOf<O>["in"], cause?: Cause): Promise<TypesOf<O>["out"]>;
}

export type Stop = () => unknown;

/** How much work is waiting. */
export interface WorkerState {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly dead: number;
  /** When the first waiting entry, or the next run, is or was due, in Unix milliseconds. */
  readonly dueAt?: number;
  /** How many commits a consumer has not examined yet. */
  readonly behind?: number;
  /** Why it is not running, if it is not. */
  readonly trouble?: string;
}

/** Background work of a plugin, with the operations that show it: a queue or a consumer of events. */
export interface Worker<Ops extends readonly Operation[] = readonly Operation[]> {
  readonly name: string;
  readonly operations: Ops;
  readonly events: readonly EventDefinition[];
  readonly collections?: readonly Collection[];
  /** Whether it goes on while the gateway is drained. */
  readonly continues?: boolean;
  start(host: PluginContext): Stop;
  /** How much of the work this process has claimed for itself: others do it after the lease if the process ends. */
  held?(host: PluginContext): number;
  state(host: Pick<PluginContext, "store" | "state" | "journal">): MaybePromise<WorkerState>;
}
