import type { Caller } from "./caller.ts";
import type { Operation } from "./operation.ts";

/** A call, the same from every surface: HTTP, the command line, agents and this process. */
export interface Call {
  readonly operation: Operation;
  /** Ours to change: a caller in this process hands over a copy. */
  readonly input: unknown;
  readonly caller: Caller;
  /** Only show what would be done, whatever the operation's own rule. */
  readonly dryRun?: boolean;
  /** What the caller said about `execute`, if anything. */
  readonly execute?: boolean | undefined;
  /** The digest of the plan that the caller has seen. */
  readonly plan?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The id of the request, where it came as one. */
  readonly requestId?: string | undefined;
  /** The deployment has opened this operation: no right is asked for. */
  readonly open?: boolean;
  readonly signal: () => AbortSignal;
}

/** What a call comes to: its answer, or the plan of what it would do. */
export type Answer =
  | { readonly done: true; readonly output: unknown; readonly replayed?: true }
  | { readonly done: false; readonly plan: unknown; readonly digest: string };

export const isIdempotencyKey = (text: string): boolean => /^[A-Za-z0-9._~:-]{1,128}$/.test(text);
