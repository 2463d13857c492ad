import type { TSchema } from "@sinclair/typebox";
import type { Blobs } from "../storage/blobs.ts";
import type { Collection, Glance, MaybePromise, MutableRecords } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { PluginTransaction } from "./context.ts";
import { collectionsIn } from "./declared.ts";
import type { EventDefinition, GatewayEvent } from "./event.ts";
import type { ConfigInOf, ConfigOf, Group, ServicesOfGroup } from "./group.ts";
import type { Journal } from "./journal.ts";
import type { Logger } from "./log.ts";
import type { Manifest } from "./manifest.ts";
import type { Operation, TypesOf } from "./operation.ts";
import type { Route } from "./route.ts";
import type { Implementations, Provided } from "./service.ts";

/** What a plugin has beside its calls: for services, listeners and work that goes on by itself. */
export interface Host<G extends Group = Group> {
  readonly config: ConfigOf<G>;
  readonly services: ServicesOfGroup<G>;
  /** The newest state at each read. */
  readonly store: Glance;
  readonly blobs: Blobs;
  readonly log: Logger;
  readonly manifest: Manifest;
  readonly journal: Journal;
  /** Aborts when the gateway stops. */
  readonly signal: AbortSignal;
  now(): number;
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
export interface DutyState {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly dead: number;
  /** Why it does not go on, if so. */
  readonly trouble?: string;
}

/** Work that a plugin carries on by itself, with the operations that show it: a queue, a follower of events. */
export interface Duty<Ops extends readonly Operation[] = readonly Operation[]> {
  readonly name: string;
  readonly operations: Ops;
  readonly events: readonly EventDefinition[];
  readonly collections?: readonly Collection[];
  start(host: Host): Stop;
  state(store: Glance): MaybePromise<DutyState>;
}

/** Steps from one data version to the next, keyed by the version that they lead to. */
export type Migrations = Readonly<Record<number, (ctx: { store: MutableRecords; log: Logger }) => MaybePromise<void>>>;

/** A group made ready to run: a value, which does nothing until a gateway starts it. */
export interface Plugin<Ops extends readonly Operation[] = readonly Operation[]> {
  readonly name: string;
  readonly group: Group;
  readonly version: string;
  readonly data: number;
  readonly core: string;
  readonly operations: Ops;
  readonly events: readonly EventDefinition[];
  readonly schemas: Readonly<Record<string, TSchema>>;
  readonly collections: readonly Collection[];
  readonly provides: Provided;
  readonly config: unknown;
  readonly migrations: Migrations;
  readonly setup?: (host: Host) => MaybePromise<Record<string, unknown>>;
  readonly start?: (host: Host) => MaybePromise<Stop | undefined>;
  readonly routes: readonly Route[];
  readonly duties: readonly Duty[];
}

type Options<C> = Record<never, never> extends C ? [config?: C] : [config: C];

/**
 * Declares a plugin and answers the function that configures it: `plugins: [tasks({ … }), chats()]`.
 * `data` is the version of its stored data, `core` the range of kernels that it runs on.
 */
export function definePlugin<
  G extends Group,
  const Ops extends readonly Operation[],
  const P extends Provided = Record<never, never>,
  const D extends readonly Duty[] = readonly [],
>(
  group: G,
  def: {
    version: string;
    data?: number;
    core?: string;
    operations: Ops;
    events?: readonly EventDefinition[];
    /** Schemas that its operations and events share, by the names that generated clients give them: `ChatMessage`. */
    schemas?: Readonly<Record<string, TSchema>>;
    /** What it stores: all that its `collections.ts` exports, in which whatever is not a collection is passed over. */
    collections?: Readonly<Record<string, unknown>>;
    provides?: P;
    /** Answers the services that the plugin provides. */
    setup?: (host: Host<G>) => MaybePromise<Implementations<P>>;
    /** Begins work that goes on; answers what ends it. */
    start?: (host: Host<G>) => MaybePromise<Stop | undefined>;
    migrations?: Migrations;
    /** Paths over HTTP for what is no operation: a page, a stream, a file. */
    routes?: readonly Route[];
    /** Queues and followers; their operations and events become the plugin's. */
    duties?: D;
  },
): (...config: Options<ConfigInOf<G>>) => Plugin<readonly (Ops[number] | D[number]["operations"][number])[]> {
  const { operations, events = [], collections = {}, duties = [] as unknown as D } = def;
  const plugin = {
    ...{ data: 1, core: "^1", schemas: {}, provides: {}, migrations: {}, routes: [], ...def },
    ...{ duties, group, name: group.name },
    operations: [...operations, ...duties.flatMap((duty) => duty.operations)],
    events: [...events, ...duties.flatMap((duty) => duty.events)],
    collections: collectionsIn(collections, duties),
  } as unknown as Omit<Plugin<readonly (Ops[number] | D[number]["operations"][number])[]>, "config">;
  return (...[config]) => ({ ...plugin, config: config ?? {} });
}
