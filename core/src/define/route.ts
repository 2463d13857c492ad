import { type TObject, Type } from "@sinclair/typebox";
import type { MaybePromise } from "../storage/index.ts";
import type { Caller } from "./caller.ts";
import type { ErrorDefinition } from "./error.ts";
import type { Group } from "./group.ts";
import type { PluginContext } from "./host.ts";
import { closed, type Parsed } from "./schema.ts";

/** A path over HTTP that is not an operation: a page, a stream, a file. */
export interface Route {
  readonly method: "GET" | "HEAD" | "POST";
  /** In the syntax of h3: `/audio/player`, `/widgets/:scope/:slug/**`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** The scope a key needs; "any": any valid key; "open": no key. */
  readonly scope: string;
  /** The allowed query parameters. Any other parameter, or one that repeats, is answered with 400. */
  readonly query: TObject;
  /** The media type of its response. */
  readonly produces: string;
  /** Its responses other than 200, by status, with a description: 206, 304. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Its own errors, in addition to those of every route. */
  readonly errors?: readonly ErrorDefinition[];
  /** The fields of its request body, or of each line of it. */
  readonly body?: TObject;
  /** The media type of its request body; JSON by default. */
  readonly consumes?: string;
  /** Admits a request with a ticket or a signature instead of a key. Called before the query is read. */
  admit?(request: Request, visit: Omit<RouteContext, "query" | "admitted">): MaybePromise<unknown>;
  handle(request: Request, visit: RouteContext): MaybePromise<Response>;
}

/** A route and its plugin. */
export interface Mounted {
  readonly route: Route;
  readonly host: PluginContext;
}

/**
 * Calls of operations on behalf of the sender of a request. Each answers the status and the text that the path of the
 * operation would answer, and checks the key again. `place` is added to the id of the request. The trace is that of the
 * request, unless the headers of the call name another one.
 */
export interface CarriedCalls {
  /**
   * `input` was parsed by `parseBody`, and the gateway may change it. `headers` are those of the call, in lowercase, with
   * the `content-length` of the input. Never rejects.
   */
  call(
    call: { operation: string; input: Record<string, unknown>; headers: Readonly<Record<string, string>> },
    place: string,
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** The problem document of an error. */
  refuse(error: unknown, place: string): { readonly status: number; readonly text: string };
}

/** The context of a request to a route. */
export interface RouteContext<G extends Group = Group, Q extends TObject = TObject, A = unknown> {
  readonly host: PluginContext<G>;
  /** The holder of the key, if there is one. */
  readonly caller: Caller | undefined;
  /** The named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Parsed<Q>;
  /** The result of its own `admit`. */
  readonly admitted: A;
  readonly calls: CarriedCalls;
}

/** Declares a path over HTTP that is not an operation. It is part of the manifest, and so of the OpenAPI document. */
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
