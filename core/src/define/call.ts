import type { Caller } from "./caller.ts";
import type { Cause } from "./cause.ts";
import type { Operation } from "./operation.ts";

/** A call, in the same form from every surface: HTTP, the command line, agents and this process. */
export interface Call {
  readonly operation: Operation;
  /** The kernel may change it: a caller in this process passes a copy. */
  readonly input: unknown;
  readonly caller: Caller;
  /** Only plan, whatever the operation does by default. */
  readonly dryRun?: boolean;
  /** The value of `execute` that the caller sent, if any. */
  readonly execute?: boolean | undefined;
  /** The digest of the plan that was shown to the caller. If it has changed, the call fails with `gateway.plan_stale`. */
  readonly plan?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Asks for an approval, even if the caller could execute the command. */
  readonly propose?: boolean;
  /** Why the caller wants it, for those who approve it. */
  readonly reason?: string | undefined;
  /** What the call follows from. */
  readonly cause?: Cause | undefined;
  /** The approval of it, or of the command that it is part of. `true`: the gateway's own work, which needs none. */
  readonly approved?: true | string | undefined;
  /** The id of the request, if the call arrived as one. */
  readonly requestId?: string | undefined;
  /** The deployment has opened this operation: no scope is required. */
  readonly open?: boolean;
  readonly signal: () => AbortSignal;
  /** Cancels the call when it aborts, until its commit or its outside work begins. */
  readonly until?: AbortSignal | undefined;
}

/** A call within another one, on behalf of its own caller. */
export type CallAs = Pick<Call, "operation" | "input" | "caller" | "cause" | "plan" | "approved">;

/** A plan that is executed as soon as it is approved. */
export interface Pending {
  readonly approvalId: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly plan: unknown;
  readonly digest: string;
  /** What else the requester should know, in one sentence. */
  readonly note?: string;
}

/** The result of a call: its answer, the plan of a dry run, or a plan that waits for approval. */
export type Answer =
  | { readonly done: true; readonly output: unknown; readonly replayed?: true }
  | {
      readonly done: false;
      readonly plan: unknown;
      readonly digest: string;
      readonly pending?: Pending;
      readonly replayed?: true;
    };

export const isIdempotencyKey = (text: string): boolean => /^[A-Za-z0-9._~:-]{1,128}$/.test(text);
