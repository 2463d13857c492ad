import { Type } from "@sinclair/typebox";
import type { Cause } from "./cause.ts";
import { defineEvent, type GatewayEvent } from "./event.ts";

/** The known members of an event before it is built. `at` is in Unix milliseconds. */
export interface EventHead extends Pick<GatewayEvent, "type" | "subject"> {
  readonly cause?: Cause;
  readonly at: number;
}

/** A page of the journal. */
export interface JournalPage {
  readonly events: GatewayEvent[];
  /** The last event that was examined, whether accepted or not: continue from there. */
  readonly cursor: string;
  /** False after the last event. */
  readonly more: boolean;
  /** Events after `after` and before `first` were requested and are no longer kept. */
  readonly gap?: { readonly after: string; readonly first: string };
}

/** All events, in the order in which they became visible. */
export interface Journal {
  /** The id of the newest event, from which to wait for more. `0.0` if there was never one. */
  end(): Promise<string>;
  /** The newest event, if one is still kept. */
  newest(): Promise<GatewayEvent | undefined>;
  /**
   * Examines up to `limit` events (500 by default) after the event `after`, or from the oldest that is kept, and
   * answers those that `accept` returns true for. Throws `gateway.invalid_input` for an id that this journal never
   * issued. With `unknown: "gap"`, and always after the store was restored from a backup, it continues after that
   * position, or at the end if the id lies beyond it, and reports the gap.
   */
  read(options?: {
    after?: string;
    limit?: number;
    accept?: (event: EventHead) => boolean;
    unknown?: "refuse" | "gap";
  }): Promise<JournalPage>;
}

/** The scope for reading what others have done and which requests were refused. */
export const AUDIT = "service:audit";

/** Emitted by the kernel in the commit of each command. Its actor is the caller. */
export const commandExecuted = defineEvent("gateway.command.executed", {
  summary: "A command was executed or failed",
  scope: AUDIT,
  data: Type.Object({
    operation: Type.String(),
    requestId: Type.Optional(Type.String()),
    outcome: Type.String({ description: "`done` or the code of the error" }),
    digest: Type.String({ description: "SHA-256 of the input's canonical JSON without secrets, in base64url" }),
  }),
  subject: ({ operation }) => operation,
});

export const requestsRefused = defineEvent("gateway.requests.refused", {
  summary: "Requests without a valid key or scope were refused, counted over at most one minute",
  scope: AUDIT,
  data: Type.Object({
    contextId: Type.Optional(Type.String({ description: "Context of the key; absent if the key is unknown" })),
    code: Type.String(),
    status: Type.Integer(),
    count: Type.Integer(),
    since: Type.Integer({ description: "Unix milliseconds" }),
    until: Type.Integer({ description: "Unix milliseconds" }),
  }),
  subject: ({ contextId }) => contextId,
});

/** The events of the kernel itself. */
export const kernelEvents = [commandExecuted, requestsRefused] as const;
