import type { TSchema } from "@sinclair/typebox";
import type { Collection, MaybePromise, MutableRecords } from "../storage/index.ts";
import type { EventDefinition } from "./event.ts";
import type { ConfigInOf, Group, StateOf } from "./group.ts";
import type { PluginContext, Stop, Worker } from "./host.ts";
import type { Logger } from "./log.ts";
import type { Operation } from "./operation.ts";
import type { PluginPage } from "./page.ts";
import type { Route } from "./route.ts";
import type { Implementations, Provided } from "./service.ts";

/** Migrations between data versions, by the version they lead to. */
export type Migrations = Readonly<Record<number, (ctx: { store: MutableRecords; log: Logger }) => MaybePromise<void>>>;

/** A configured group, ready to run: a value that does nothing until a gateway starts it. */
export interface Plugin<Ops extends readonly Operation[] = readonly Operation[]> {
  readonly name: string;
  readonly group: Group;
  readonly version: string;
  readonly data: number;
  readonly core: string;
  readonly operations: Ops;
  readonly events: readonly EventDefinition[];
  /** Schemas that its operations and events share, by the names that generated clients use: `ChatMessage`. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  readonly collections: readonly Collection[];
  readonly provides: Provided;
  readonly config: unknown;
  readonly migrations: Migrations;
  readonly setup?: (
    host: SetupContext,
  ) => MaybePromise<{ services?: Record<string, unknown>; state?: unknown } | undefined>;
  readonly start?: (host: PluginContext) => MaybePromise<Stop | undefined>;
  /** Paths over HTTP that are not operations: a page, a stream, a file. */
  readonly routes: readonly Route[];
  readonly workers: readonly Worker[];
  /** Pages that it adds to the console. */
  readonly pages: readonly PluginPage[];
}

/** The context of a setup, which runs before there is state. */
export type SetupContext<G extends Group = Group> = Omit<PluginContext<G>, "state">;

/** The result of a setup: the services and the state that the plugin declares, nothing if it declares none. */
type Setup<P extends Provided, State> =
  | ((keyof P extends never ? { services?: Implementations<P> } : { services: Implementations<P> }) &
      ([State] extends [undefined] ? { state?: undefined } : { state: State }))
  // biome-ignore lint/suspicious/noConfusingVoidType: a setup that only registers something returns nothing
  | (keyof P extends never ? ([State] extends [undefined] ? void : never) : never);

type Options<C> = Record<never, never> extends C ? [config?: C] : [config: C];

/**
 * Declares a plugin and returns the function that configures it: `plugins: [tasks({ … }), chats()]`. `data` is the
 * version of its stored data, `core` the range of kernel versions it supports.
 */
export function definePlugin<
  G extends Group,
  const Ops extends readonly Operation[],
  const P extends Provided = Record<never, never>,
  const D extends readonly Worker[] = readonly [],
>(
  group: G,
  def: Partial<Pick<Plugin, "data" | "core" | "events" | "schemas" | "migrations" | "routes" | "pages">> & {
    version: string;
    operations: Ops;
    /** Its collections: all exports of its `collections.ts`. Exports that are not collections are ignored. */
    collections?: Readonly<Record<string, unknown>>;
    provides?: P;
    /** Creates the services that the plugin provides and the state that its operations and workers share. */
    setup?: (host: SetupContext<G>) => MaybePromise<Setup<P, StateOf<G>>>;
    /** Starts background work; the result stops it. */
    start?: (host: PluginContext<G>) => MaybePromise<Stop | undefined>;
    /** Queues and consumers. Their operations and events become the plugin's. */
    workers?: D;
  },
): (...config: Options<ConfigInOf<G>>) => Plugin<readonly (Ops[number] | D[number]["operations"][number])[]> {
  const { operations, events = [], collections = {}, workers = [] as unknown as D } = def;
  const plugin = {
    ...{ data: 1, core: "^1", schemas: {}, provides: {}, migrations: {}, routes: [], pages: [], ...def },
    ...{ workers, group, name: group.name },
    operations: [...operations, ...workers.flatMap((worker) => worker.operations)],
    events: [...events, ...workers.flatMap((worker) => worker.events)],
    collections: collectionsIn(collections, workers),
  } as unknown as Omit<Plugin<readonly (Ops[number] | D[number]["operations"][number])[]>, "config">;
  return (...[config]) => ({ ...plugin, config: config ?? {} });
}

/** The collections among the exports of a plugin's module, and those of its queues. */
const collectionsIn = (exported: Readonly<Record<string, unknown>>, workers: readonly Worker[]): Collection[] => [
  ...Object.values(exported).filter(isCollection),
  ...workers.flatMap((worker) => worker.collections ?? []),
];

const isCollection = (value: unknown): value is Collection =>
  (value as Partial<Collection> | null | undefined)?.kind === "collection";
