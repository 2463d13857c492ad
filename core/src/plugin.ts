import type { Blobs } from "./blobs.ts";
import type { Caller } from "./caller.ts";
import type { EventDefinition, GatewayEvent } from "./event.ts";
import type { ConfigInOf, ConfigOf, Group, ServicesOfGroup } from "./group.ts";
import type { Logger } from "./log.ts";
import type { Manifest } from "./manifest.ts";
import type { Operation, TypesOf } from "./operation.ts";
import type { Implementations, Provided } from "./service.ts";
import type { Glance, MaybePromise, MutableRecords } from "./storage/index.ts";

/** What a plugin has beside its calls: for services, listeners and work that goes on by itself. */
export interface Host<G extends Group = Group> {
  readonly config: ConfigOf<G>;
  readonly services: ServicesOfGroup<G>;
  /** The newest state at each read. */
  readonly store: Glance;
  readonly blobs: Blobs;
  readonly log: Logger;
  readonly manifest: Manifest;
  now(): number;
  /** Runs `listener` after each commit that tells of `event`; it cannot slow or fail the caller. Ends with the plugin. */
  on<Data>(event: EventDefinition<string, Data>, listener: (event: GatewayEvent<Data>) => unknown): () => void;
  /** Performs an operation in the plugin's own name. */
  call<O extends Operation>(operation: O, input: TypesOf<O>["in"]): Promise<TypesOf<O>["out"]>;
}

/** A path of its own over HTTP, for what is no operation: a page, a stream, a file. */
export interface Route {
  readonly method: "GET" | "HEAD" | "POST";
  /** As h3 spells paths: `/audio/player`, `/widgets/:scope/:slug/**`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** The scope that a key needs; "any" for whatever key is valid; "open": then nobody asks for a key. */
  readonly scope: string;
  handle(
    request: Request,
    ctx: { caller: Caller | undefined; params: Readonly<Record<string, string>> },
  ): MaybePromise<Response>;
}

export type Stop = () => unknown;

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
  readonly provides: Provided;
  readonly config: unknown;
  readonly migrations: Migrations;
  readonly setup?: (host: Host) => MaybePromise<Record<string, unknown>>;
  readonly start?: (host: Host) => MaybePromise<Stop | undefined>;
  readonly mount?: (host: Host) => readonly Route[];
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
>(
  group: G,
  def: {
    version: string;
    data?: number;
    core?: string;
    operations: Ops;
    events?: readonly EventDefinition[];
    provides?: P;
    /** Answers the services that the plugin provides. */
    setup?: (host: Host<G>) => MaybePromise<Implementations<P>>;
    /** Begins work that goes on; answers what ends it. */
    start?: (host: Host<G>) => MaybePromise<Stop | undefined>;
    migrations?: Migrations;
    mount?: (host: Host<G>) => readonly Route[];
  },
): (...config: Options<ConfigInOf<G>>) => Plugin<Ops> {
  const { data = 1, core = "^1", events = [], provides = {}, migrations = {}, ...rest } = def;
  const plugin = { ...rest, name: group.name, group, data, core, events, provides, migrations } as Omit<
    Plugin<Ops>,
    "config"
  >;
  return (...[config]) => ({ ...plugin, config: config ?? {} });
}
