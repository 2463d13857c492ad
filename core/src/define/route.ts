import { type TObject, Type } from "@sinclair/typebox";
import type { MaybePromise } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { ErrorDefinition } from "./error.ts";
import type { Group } from "./group.ts";
import type { PluginContext } from "./host.ts";
import { closed, type Parsed } from "./schema.ts";

/** A path of its own over HTTP, for what is no operation: a page, a stream, a file. */
export interface Route {
  readonly method: "GET" | "HEAD" | "POST";
  /** As h3 spells paths: `/audio/player`, `/widgets/:scope/:slug/**`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** The scope that a key needs; "any" for whatever key is valid; "open": then nobody asks for a key. */
  readonly scope: string;
  /** What may stand in its query. Anything else there, or twice, is 400. */
  readonly query: TObject;
  /** The media type of what it answers. */
  readonly produces: string;
  /** What else it answers beside 200, by status, in words: 206, 304. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Its own refusals, beside those of every route. */
  readonly errors?: readonly ErrorDefinition[];
  /** What a request of it holds. */
  readonly body?: TObject;
  /** Lets in who comes with a ticket or a signature instead of a key; asked before the query is read. */
  admit?(request: Request, visit: Omit<RouteContext, "query" | "admitted">): MaybePromise<unknown>;
  handle(request: Request, visit: RouteContext): MaybePromise<Response>;
}

/** A path over HTTP, and the plugin behind it. */
export interface Mounted {
  readonly route: Route;
  readonly host: PluginContext;
}

/** What comes with a request for a route. */
export interface RouteContext<G extends Group = Group, Q extends TObject = TObject, A = unknown> {
  readonly host: PluginContext<G>;
  /** Who holds the key, where there is one. */
  readonly caller: Caller | undefined;
  /** The parts of the path that have names. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Parsed<Q>;
  /** What its own admission found out. */
  readonly admitted: A;
}

/** Declares a path over HTTP for what is no operation. It is in the manifest, and so in the OpenAPI document. */
export function defineRoute<G extends Group, Q extends TObject = TObject<Record<never, never>>, A = undefined>(
  _group: G,
  def: Omit<Route, "query" | "admit" | "handle"> & {
    query?: Q;
    admit?(request: Request, visit: Omit<RouteContext<G>, "query" | "admitted">): MaybePromise<A>;
    handle(request: Request, visit: RouteContext<G, Q, NoInfer<A>>): MaybePromise<Response>;
  },
): Route {
  return { ...def, query: closed(def.query ?? Type.Object({})) } as unknown as Route;
}
