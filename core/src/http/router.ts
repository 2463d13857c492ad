import type { TObject } from "@sinclair/typebox";
import { H3, type H3Event } from "h3";
import { FastResponse } from "srvx";
import { attributed } from "../define/error.ts";
import { Forbidden, InvalidInput, MethodNotAllowed, Unauthenticated, UnknownOperation } from "../define/errors.ts";
import { pathOf } from "../define/manifest.ts";
import type { CarriedCalls, Mounted } from "../define/route.ts";
import { suggest } from "../define/suggest.ts";
import { read } from "../define/validate.ts";
import type { MaybePromise } from "../storage/index.ts";
import { authenticate, senderOf } from "./authenticate.ts";
import { callOperation } from "./call.ts";
import { type Incoming, incomingOf } from "./incoming.ts";
import { jsonAnswer, refuse, requestIdOf, responseOf } from "./outgoing.ts";
import type { HttpSetting } from "./setting.ts";

type Handle = (event: H3Event, incoming: Incoming, requestId: string) => MaybePromise<Response>;

/** Everything but operations: health, the routes of plugins, and 404. */
export function createRouter(
  setting: HttpSetting,
  routes: readonly Mounted[],
): (request: Request) => MaybePromise<Response> {
  const { basePath } = setting;
  const carried = carriedCalls(setting);
  const app = new H3({ silent: true });
  const serve = (path: string, handle: Handle) =>
    app.all(basePath + path, async (event) => {
      const incoming = incomingOf(event.req as Request);
      const requestId = requestIdOf(incoming.header("x-request-id"));
      try {
        return await handle(event, incoming, requestId);
      } catch (error) {
        return responseOf(refuse(error, requestId, setting));
      }
    });

  serve("/health", async (_, incoming, requestId) => {
    assertMethod(incoming, "GET");
    return responseOf(jsonAnswer(200, { status: await setting.health() }, requestId));
  });
  for (const mounted of routes)
    serve(mounted.route.path, async (event, incoming, requestId) =>
      withRequestId(await serveRoute(setting, mounted, event, incoming, carried(incoming, requestId)), requestId),
    );
  serve("/**", (_, incoming) => refuseUnknown(setting, incoming));
  return (request) => app.fetch(request);
}

async function serveRoute(
  setting: HttpSetting,
  { route, host }: Mounted,
  event: H3Event,
  incoming: Incoming,
  calls: CarriedCalls,
): Promise<Response> {
  const { scope, method } = route;
  const caller = await senderOf(setting, incoming);
  if (scope !== "open") {
    if (!caller) throw Unauthenticated({});
    if (!caller.allows(scope)) throw attributed(Forbidden({ scope }), caller.contextId);
  }
  assertMethod(incoming, method);
  const request = event.req as Request;
  const visit = { host, caller, params: event.context.params ?? {}, calls };
  const admitted = await route.admit?.(request, visit);
  const query = queryIn(request, route.query);
  return route.handle(request, { ...visit, query, admitted });
}

/** Headers of a request that its calls have too, unless they have their own. */
const SHARED = ["traceparent", "x-postern-withhold"];

/** The calls in requests. Each is answered like a request of its own. */
function carriedCalls(setting: HttpSetting) {
  const byId = new Map(setting.operations.map((operation) => [operation.id, operation]));
  return (outer: Incoming, outerId: string): CarriedCalls => {
    const idAt = (place: string) => `${outerId.slice(0, 100)}:${place}`;
    let aborts: AbortSignal | undefined;
    // One for all calls, because each would listen for the end of the connection.
    const signal = () => (aborts ??= outer.signal());
    return {
      refuse: (error, place) => refuse(error, idAt(place), setting),
      async call({ operation: id, input, headers }, place) {
        const operation = byId.get(id);
        const path = setting.basePath + pathOf(id);
        const isOuter = (name: string) => name === "authorization" || (SHARED.includes(name) && !headers[name]);
        const header = (name: string) => (isOuter(name) ? outer.header(name) : headers[name]);
        const incoming = { ...outer, method: "POST", path, header, body: input, signal };
        try {
          return await (operation
            ? callOperation(setting, operation, incoming, idAt(place))
            : refuseUnknown(setting, incoming, id));
        } catch (error) {
          return refuse(error, idAt(place), setting, operation);
        }
      },
    };
  };
}

async function refuseUnknown(setting: HttpSetting, incoming: Incoming, named = incoming.path): Promise<never> {
  await authenticate(setting, incoming);
  const id = incoming.path.slice(`${setting.basePath}/api/v1/`.length).replaceAll("/", ".");
  const ids = setting.operations.map((operation) => operation.id);
  throw UnknownOperation({ operation: named.slice(0, 200), nearest: suggest(id, ids) });
}

/** Adds the request id to every answer. The headers of a `Response` that a plugin made may be immutable. */
function withRequestId(response: Response, requestId: string): Response {
  const own = (response as object) instanceof FastResponse ? response : new Response(response.body, response);
  own.headers.set("x-request-id", requestId);
  return own;
}

function assertMethod({ method }: Incoming, allow: string): void {
  if (method !== allow && !(method === "HEAD" && allow === "GET")) throw MethodNotAllowed({ allow });
}

/**
 * Parses the query of a request by the schema of its route. A repeated name is an error, since it would be ambiguous.
 */
export function queryIn({ url }: Request, schema: TObject): Record<string, unknown> {
  const { searchParams } = new URL(url);
  const seen = new Set<string>();
  const isTwice = (name: string) => seen.size === seen.add(name).size;
  // A route that allows any name parses undeclared names itself.
  const isRead = (name: string) => schema.additionalProperties !== true || Object.hasOwn(schema.properties, name);
  const twice = [...searchParams.keys()].find((name) => isRead(name) && isTwice(name));
  if (twice !== undefined) {
    const message = "is given more than once";
    throw InvalidInput({ issues: [{ path: `/${twice.slice(0, 100)}`, code: "query", message }] });
  }
  const query = Object.fromEntries(searchParams);
  const issues = read(schema, query);
  if (issues.length > 0) throw InvalidInput({ issues });
  return query;
}
