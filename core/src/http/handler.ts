import { InvalidRequest } from "../define/errors.ts";
import { pathOf } from "../define/manifest.ts";
import type { Mounted } from "../define/route.ts";
import type { MaybePromise } from "../storage/index.ts";
import { authenticate } from "./authenticate.ts";
import { callOperation, decoded } from "./call.ts";
import { createGuard, type GuardOptions } from "./guard.ts";
import type { Incoming } from "./incoming.ts";
import { jsonAnswer, type Outgoing, refuse, requestIdOf } from "./outgoing.ts";
import { createRouter } from "./router.ts";
import type { HttpSetting } from "./setting.ts";
import { createShares } from "./shares.ts";

/** Limit of the total size of bodies in progress, in bytes. A parsed body takes several times its size in memory. */
const MAX_BODIES = 256 * 2 ** 20;

/** Answers a request. Never rejects. */
export type HttpHandler = (incoming: Incoming) => Promise<Outgoing | Response>;

/** The gateway over HTTP: guard, key, route, method, scope, body, and then the common path of all calls. */
export function createHandlers(
  given: Omit<HttpSetting, "bodies"> & { bodies: number | undefined },
): (guard: GuardOptions) => HttpHandler {
  const bodies = createShares(given.bodies ?? MAX_BODIES, "Too many large bodies are in progress. Try again.");
  const setting: HttpSetting = { ...given, bodies };
  const { operations, basePath } = setting;
  const byPath = new Map(operations.map((operation) => [basePath + pathOf(operation.id), operation]));
  /** Each start has its own routes, with plugin contexts that end with it. */
  let mounted: readonly Mounted[] | undefined;
  let router: (request: Request) => MaybePromise<Response>;

  async function route(request: Request): Promise<Response> {
    const routes = await setting.routes();
    if (routes !== mounted) {
      router = createRouter(setting, routes);
      mounted = routes;
    }
    return router(request);
  }

  /** Not guarded: whoever probes a process addresses it by its number. Answered during a long start as well. */
  const probe = (path: string): string | undefined =>
    path === `${basePath}/livez` ? "alive" : path === `${basePath}/readyz` ? setting.readiness() : undefined;

  return (options) => {
    const guard = createGuard(options);
    return async (incoming) => {
      const requestId = requestIdOf(incoming.header("x-request-id"));
      const operation = byPath.get(incoming.path);
      try {
        const probed = probe(incoming.path);
        if (probed)
          return jsonAnswer(probed === "alive" || probed === "ready" ? 200 : 503, { status: probed }, requestId);
        guard(incoming, operation !== undefined);
        if (operation) return await callOperation(setting, operation, incoming, requestId);
        // The router would answer an undecodable path itself, without a problem document.
        if (decoded(incoming.path) === undefined) {
          await authenticate(setting, incoming);
          throw InvalidRequest({ reason: "The path is not percent-encoded UTF-8" });
        }
        return await route(incoming.request());
      } catch (error) {
        return refuse(error, requestId, setting, operation);
      }
    };
  };
}
