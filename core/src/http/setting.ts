import type { Answer, Call } from "../define/call.ts";
import type { Caller } from "../define/caller.ts";
import type { GatewayError } from "../define/error.ts";
import type { Logger } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import type { Mounted } from "../define/route.ts";
import type { MaybePromise } from "../storage/index.ts";
import type { BodyBudget } from "./body-budget.ts";

/** What the gateway over HTTP needs of the gateway. */
export interface HttpSetting {
  readonly operations: readonly Operation[];
  /** Ids of operations that a deployment has opened: nobody asks for a key. */
  readonly open: ReadonlySet<string>;
  /** What every path begins with, where the host application mounts the gateway below its root. */
  readonly basePath: string;
  readonly log: Logger;
  readonly bodies: BodyBudget;
  perform(call: Call): Promise<Answer>;
  /** Who sends a request, where the host application knows. */
  readonly authenticate: ((request: Request) => MaybePromise<Caller | undefined>) | undefined;
  recognize(token: string): MaybePromise<Caller | undefined>;
  /** Told of each refusal, for whoever counts them. */
  refused(error: GatewayError): void;
  routes(): Promise<readonly Mounted[]>;
  health(): MaybePromise<"ok" | "degraded">;
}
