import { randomUUID } from "node:crypto";
import { H3, type H3Event } from "h3";
import { FastResponse } from "srvx";
import { authorize } from "../authorize.ts";
import { anonymous, type Caller } from "../caller.ts";
import {
  Forbidden,
  InvalidInput,
  InvalidRequest,
  MethodNotAllowed,
  Unauthenticated,
  UnknownOperation,
} from "../errors.ts";
import { declaredError } from "../failure.ts";
import { causeOf, type Logger } from "../log.ts";
import { pathOf } from "../manifest.ts";
import { nearest } from "../nearest.ts";
import { isIdempotencyKey } from "../once.ts";
import type { Operation } from "../operation.ts";
import { type Answer, type Call, isReplay } from "../pipeline.ts";
import type { Route } from "../plugin.ts";
import type { MaybePromise } from "../storage/index.ts";
import { readBody } from "./body.ts";
import { createGuard, type GuardOptions } from "./guard.ts";
import { type Incoming, incomingOf } from "./incoming.ts";
import { problemOf } from "./problem.ts";

export interface HttpSetting {
  readonly operations: readonly Operation[];
  /** Ids of operations that a deployment has opened: nobody asks for a key. */
  readonly open: ReadonlySet<string>;
  /** What every path begins with, where the host application mounts the gateway below its root. */
  readonly basePath: string;
  readonly log: Logger;
  perform(call: Call): Promise<Answer>;
  recognize(token: string): MaybePromise<Caller | undefined>;
  routes(): Promise<readonly Route[]>;
  health(): MaybePromise<"ok" | "degraded">;
}

export type Fetch = (request: Request) => Promise<Response>;

/** The gateway over HTTP: guard, key, route, method, scope, body, and then the one way that all calls go. */
export function createHttp(setting: HttpSetting): (guard: GuardOptions) => Fetch {
  const { operations, basePath, log } = setting;
  const byPath = new Map(operations.map((operation) => [basePath + pathOf(operation.id), operation]));
  let other: Promise<H3> | undefined;
  const otherPaths = () => (other ??= routeOthers(setting));

  async function answer(request: Request, incoming: Incoming, requestId: string): Promise<Response> {
    const operation = byPath.get(incoming.path);
    if (operation) return callOperation(setting, operation, incoming, requestId);
    const app = await otherPaths();
    return app.fetch(request);
  }

  return (options) => {
    const guard = createGuard(options);
    return async (request) => {
      const incoming = incomingOf(request);
      const requestId = requestIdOf(incoming);
      try {
        guard(incoming);
        return await answer(request, incoming, requestId);
      } catch (error) {
        return refuse(error, requestId, log);
      }
    };
  };
}

async function callOperation(
  setting: HttpSetting,
  operation: Operation,
  incoming: Incoming,
  requestId: string,
): Promise<Response> {
  const caller = setting.open.has(operation.id) ? anonymous : await callerOf(setting, incoming);
  if (incoming.method !== "POST") throw MethodNotAllowed({ allow: "POST" });
  if (caller !== anonymous) authorize(operation, caller);
  const body = await readBody(incoming, operation.bodyLimit);
  const { execute, ...input } = body;
  if ("execute" in body) assertExecute(operation, execute);
  const answer = await setting.perform({
    operation,
    input: "execute" in body ? input : body,
    caller,
    execute: execute as boolean | undefined,
    dryRun: isDryRun(operation, incoming),
    plan: planOf(incoming),
    idempotencyKey: idempotencyKeyOf(incoming),
    signal: () => incoming.request.signal,
    open: caller === anonymous,
  });
  return reply(answer, requestId);
}

async function callerOf(setting: HttpSetting, incoming: Incoming): Promise<Caller> {
  const caller = await keyHolder(setting, incoming);
  if (!caller) throw Unauthenticated({});
  return caller;
}

const BEARER = /^bearer +(\S+)$/i;

function keyHolder(setting: HttpSetting, incoming: Incoming): MaybePromise<Caller | undefined> {
  const header = incoming.header("authorization");
  if (header === undefined) return undefined;
  if (header.includes(",")) throw InvalidRequest({ reason: "There is more than one Authorization header" });
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? undefined : setting.recognize(token);
}

/** `execute` is a switch of the request: a field of operations that are dry by default, and of no others. */
function assertExecute({ dryRunByDefault }: Operation, execute: unknown): void {
  const path = "/execute";
  if (dryRunByDefault === false)
    throw InvalidInput({ issues: [{ path, code: "additionalProperties", message: "is not a field here" }] });
  if (typeof execute !== "boolean")
    throw InvalidInput({ issues: [{ path, code: "type", message: "must be true or false" }] });
}

function isDryRun({ kind, id }: Operation, incoming: Incoming): boolean {
  const asked = incoming.header("x-dry-run");
  if (asked === undefined) return false;
  if (asked !== "true") throw InvalidRequest({ reason: "X-Dry-Run is true or absent" });
  if (kind === "query") throw InvalidRequest({ reason: `${id} changes nothing, so it has no plan` });
  return true;
}

function planOf(incoming: Incoming): string | undefined {
  const header = incoming.header("if-match");
  if (header === undefined) return undefined;
  const digest = /^"([\w-]{1,128})"$/.exec(header)?.[1];
  if (digest === undefined) throw InvalidRequest({ reason: "If-Match is the digest of one plan in double quotes" });
  return digest;
}

function idempotencyKeyOf(incoming: Incoming): string | undefined {
  const key = incoming.header("idempotency-key");
  if (key !== undefined && !isIdempotencyKey(key)) {
    throw InvalidRequest({ reason: "Idempotency-Key is 1 to 128 letters, digits or ._~:-" });
  }
  return key;
}

const REQUEST_ID = /^[A-Za-z0-9._~:-]{1,128}$/;

function requestIdOf(incoming: Incoming): string {
  const given = incoming.header("x-request-id");
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
}

function reply(answer: Answer, requestId: string): Response {
  if (!answer.done) {
    const { plan, digest } = answer;
    return json(200, { dryRun: true, plan, digest }, requestId, { etag: `"${digest}"` });
  }
  return json(200, answer.output, requestId, answer.replayed && { "idempotent-replayed": "true" });
}

function refuse(thrown: unknown, requestId: string, log: Logger): Response {
  const error = declaredError(thrown);
  if (error.status >= 500 && error !== thrown) log.error({ requestId, ...causeOf(thrown) }, "A request failed");
  const { allow } = error.data as { allow?: string };
  return json(error.status, problemOf(error, requestId), requestId, {
    "content-type": "application/problem+json",
    ...(error.status === 503 && { "retry-after": "1" }),
    ...(error.status === 401 && { "www-authenticate": "Bearer" }),
    ...(allow !== undefined && { allow }),
    ...(isReplay(thrown) && { "idempotent-replayed": "true" }),
  });
}

/** srvx's own light response with a plain object of headers: the platform's wraps every body in a stream, at a third of the speed. */
function json(
  status: number,
  body: unknown,
  requestId: string,
  headers?: Record<string, string> | false | undefined,
): Response {
  return new FastResponse(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": requestId,
      ...headers,
    },
  });
}

/** What is no operation: health, the routes of plugins, and the refusal of everything else. */
async function routeOthers(setting: HttpSetting): Promise<H3> {
  const { basePath, operations, log } = setting;
  const app = new H3({ silent: true });
  const serve = (handle: (event: H3Event, incoming: Incoming) => MaybePromise<Response>) => async (event: H3Event) => {
    const incoming = incomingOf(event.req as Request);
    try {
      return await handle(event, incoming);
    } catch (error) {
      return refuse(error, requestIdOf(incoming), log);
    }
  };
  app.all(
    `${basePath}/health`,
    serve(async (_, incoming) => {
      assertMethod(incoming, "GET");
      return json(200, { status: await setting.health() }, requestIdOf(incoming));
    }),
  );
  for (const route of await setting.routes()) {
    app.all(
      basePath + route.path,
      serve(async (event, incoming) => {
        const caller = await keyHolder(setting, incoming);
        if (route.scope !== "open") {
          if (!caller) throw Unauthenticated({});
          if (route.scope !== "any" && !caller.allows(route.scope)) throw Forbidden({ scope: route.scope });
        }
        assertMethod(incoming, route.method);
        return route.handle(event.req as Request, { caller, params: event.context.params ?? {} });
      }),
    );
  }
  const ids = operations.map(({ id }) => id);
  app.all(
    "/**",
    serve(async (_, incoming) => {
      await callerOf(setting, incoming);
      const id = incoming.path.slice(`${basePath}/api/v1/`.length).replaceAll("/", ".");
      throw UnknownOperation({ operation: incoming.path.slice(0, 200), nearest: nearest(id, ids) });
    }),
  );
  return app;
}

function assertMethod({ method }: Incoming, allow: string): void {
  if (method !== allow && !(method === "HEAD" && allow === "GET")) throw MethodNotAllowed({ allow });
}
