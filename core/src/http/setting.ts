import type { Answer, Call } from "../define/call.ts";
import type { Caller } from "../define/caller.ts";
import type { GatewayError } from "../define/error.ts";
import type { Logger } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import type { Mounted } from "../define/route.ts";
import type { MaybePromise, Version } from "../storage/index.ts";
import type { Shares } from "./shares.ts";

/** What the HTTP layer needs from the gateway. */
export interface HttpSetting {
  readonly operations: readonly Operation[];
  /** Ids of operations that a deployment has opened: no key is required. */
  readonly open: ReadonlySet<string>;
  /** The prefix of every path, if the host application mounts the gateway below its root. */
  readonly basePath: string;
  readonly log: Logger;
  readonly bodies: Shares;
  perform(call: Call): Promise<Answer>;
  /** Waits until reads see the commit with this number. */
  reach(number: string): Promise<void>;
  /** The last commit that is known without reading, which later reads see. */
  committed(): Version | undefined;
  /** Identifies the caller of a request, if the host application knows. */
  readonly authenticate: ((request: Request) => MaybePromise<Caller | undefined>) | undefined;
  recognize(token: string): MaybePromise<Caller | undefined>;
  /** Called for each refusal, to count them. */
  refused(error: GatewayError): void;
  routes(): Promise<readonly Mounted[]>;
  /** `ready` if new requests should come to this process. */
  readiness(): string;
  health(): MaybePromise<"ok" | "degraded">;
}
