import { Type } from "@sinclair/typebox";
import { defineEvent } from "./event.ts";

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
