import type { Blobs } from "../storage/blobs.ts";
import type { Collection, MaybePromise, Reads } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { EventDefinition, GatewayEvent } from "./event.ts";
import type { ConfigOf, Group, ServicesOfGroup, StateOf } from "./group.ts";
import type { Journal } from "./journal.ts";
import type { Logger } from "./log.ts";
import type { Manifest } from "./manifest.ts";
import type { Operation, TypesOf } from "./operation.ts";
import type { PluginTransaction } from "./transaction.ts";

/** What a plugin has beside its calls: for services, listeners and work that goes on by itself. */
export interface PluginContext<G extends Group = Group> {
  readonly config: ConfigOf<G>;
  readonly services: ServicesOfGroup<G>;
  /** What the plugin keeps between calls, as its `setup` has made it. */
  readonly state: StateOf<G>;
  /** The newest state at each read. */
  readonly store: Reads;
  readonly blobs: Blobs;
  readonly log: Logger;
  readonly manifest: Manifest;
  readonly journal: Journal;
  /** Aborts when the gateway stops. */
  readonly signal: AbortSignal;
  now(): number;
  /** Offers the words that fields with `oneOfOffered(list, …)` take. `words` is called each time that they are needed. */
  offer(list: string, words: () => readonly string[]): void;
  /** Runs `listener` after each commit that tells of `event`; it cannot slow or fail the caller. Ends with the plugin. */
  on<Data>(event: EventDefinition<string, Data>, listener: (event: GatewayEvent<Data>) => unknown): () => void;
  /** Calls `listener` soon after commits, once for all that came together: of this process at once, of others within 50 ms. */
  onCommit(listener: () => void): () => void;
  /** Reads and writes as one commit in the plugin's own name. `work` runs again where the data changed under it. */
  transact<T>(work: (ctx: PluginTransaction) => MaybePromise<T>): Promise<T>;
  /** Who a context is at this moment; undefined where it, or one above it, is unknown or has ended. */
  callerOf(contextId: string): Promise<Caller | undefined>;
  /** Performs an operation in the plugin's own name. */
  call<O extends Operation>(operation: O, input: TypesOf<O>["in"]): Promise<TypesOf<O>["out"]>;
}

export type Stop = () => unknown;

/** How much work waits. */
export interface WorkerState {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly dead: number;
  /** Why it does not go on, if so. */
  readonly trouble?: string;
}

/** Work that a plugin carries on by itself, with the operations that show it: a queue, a follower of events. */
export interface Worker<Ops extends readonly Operation[] = readonly Operation[]> {
  readonly name: string;
  readonly operations: Ops;
  readonly events: readonly EventDefinition[];
  readonly collections?: readonly Collection[];
  start(host: PluginContext): Stop;
  state(host: Pick<PluginContext, "store" | "state">): MaybePromise<WorkerState>;
}
