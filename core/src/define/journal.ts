import { Type } from "@sinclair/typebox";
import { defineEvent, type GatewayEvent } from "./event.ts";

/** What one can tell of an event before it is spelled out. `at` is in Unix milliseconds. */
export interface EventHead {
  readonly type: string;
  readonly subject?: string;
  readonly at: number;
}

/** Part of the journal. */
export interface JournalPage {
  readonly events: GatewayEvent[];
  /** The last event that was looked at, whether it was wanted or not: go on from there. */
  readonly cursor: string;
  /** False once the end was reached. */
  readonly more: boolean;
  /** Events after `after` and before `first` were asked for and are no longer kept. */
  readonly gap?: { readonly after: string; readonly first: string };
}

/** All that happened, in the order in which it became visible. */
export interface Journal {
  /** The id of the newest event, which is the place to wait from; `0.0` while nothing has happened. */
  end(): Promise<string>;
  /** The newest event, if one is kept. */
  newest(): Promise<GatewayEvent | undefined>;
  /**
   * Looks at up to `limit` events (500) after the event `after`, or from the oldest that is kept, and answers those
   * that `accept` takes. Throws `gateway.invalid_input` for an id that this journal never gave. With `unknown: "gap"`,
   * and always once the store was restored from a backup, it continues after that place, or at the end where the id
   * lies beyond it, and reports the gap.
   */
  read(options?: {
    after?: string;
    limit?: number;
    accept?: (event: EventHead) => boolean;
    unknown?: "refuse" | "gap";
  }): Promise<JournalPage>;
}

/** Whoever may read what others have done, and who was refused. */
export const AUDIT = "service:audit";

/** Told by the kernel in the commit of each command; its actor is who called. */
export const commandExecuted = defineEvent("gateway.command.executed", {
  summary: "A command was executed, or failed in it",
  scope: AUDIT,
  data: Type.Object({
    operation: Type.String(),
    requestId: Type.Optional(Type.String()),
    outcome: Type.String({ description: "`done`, or the code of the error" }),
    digest: Type.String({ description: "SHA-256 of the input's canonical JSON without its secrets, base64url" }),
  }),
  subject: ({ operation }) => operation,
});

export const requestsRefused = defineEvent("gateway.requests.refused", {
  summary: "Requests were refused for want of a key or of a right, counted over at most a minute",
  scope: AUDIT,
  data: Type.Object({
    contextId: Type.Optional(Type.String({ description: "Whose key it was; absent for keys that nobody holds" })),
    code: Type.String(),
    status: Type.Integer(),
    count: Type.Integer(),
    since: Type.Integer({ description: "Unix milliseconds" }),
    until: Type.Integer({ description: "Unix milliseconds" }),
  }),
  subject: ({ contextId }) => contextId,
});

/** What the kernel tells of itself. */
export const kernelEvents = [commandExecuted, requestsRefused] as const;
