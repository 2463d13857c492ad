import type { Call } from "../admit.ts";
import type { Caller } from "../caller.ts";
import { declaredError } from "../failure.ts";
import { causeOf, type Logger } from "../log.ts";
import { pathOf } from "../manifest.ts";
import type { Operation } from "../operation.ts";
import { type Answer, isReplay } from "../pipeline.ts";
import type { Route } from "../plugin.ts";
import type { MaybePromise } from "../storage/index.ts";
import { callOperation } from "./call.ts";
import { createGuard, type GuardOptions } from "./guard.ts";
import type { Incoming } from "./incoming.ts";
import { type Outgoing, problemAnswer, requestIdOf } from "./outgoing.ts";
import { createRouter } from "./router.ts";

/** What the gateway over HTTP needs of the gateway. */
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

/** Answers a request, and never rejects. */
export type Door = (incoming: Incoming) => Promise<Outgoing | Response>;

/** The gateway over HTTP: guard, key, route, method, scope, body, and then the one way that all calls go. */
export function createDoors(setting: HttpSetting): (guard: GuardOptions) => Door {
  const { operations, basePath, log } = setting;
  const byPath = new Map(operations.map((operation) => [basePath + pathOf(operation.id), operation]));
  let router: Promise<(request: Request) => MaybePromise<Response>> | undefined;

  return (options) => {
    const guard = createGuard(options);
    return async (incoming) => {
      const requestId = requestIdOf(incoming.header("x-request-id"));
      try {
        guard(incoming);
        const operation = byPath.get(incoming.path);
        if (operation) return await callOperation(setting, operation, incoming, requestId);
        router ??= createRouter(setting);
        return await (await router)(incoming.request());
      } catch (error) {
        return refuse(error, requestId, log);
      }
    };
  };
}

/** What went wrong, as a problem; what nobody declared goes to the log, whole. */
export function refuse(thrown: unknown, requestId: string, log: Logger): Outgoing {
  const error = declaredError(thrown);
  if (error.status >= 500 && error !== thrown) log.error({ requestId, ...causeOf(thrown) }, "A request failed");
  return problemAnswer(error, requestId, isReplay(thrown) ? ["idempotent-replayed", "true"] : []);
}
