import { type Static, Type } from "@sinclair/typebox";
import { defineError, issuesText } from "./error.ts";

/** One problem of an input. `path` is a JSON pointer into the body. */
export const Issue = Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() });
export type Issue = Static<typeof Issue>;

/** An error without data. */
const bare = <const Code extends `gateway.${string}`>(code: Code, status: number, text: string, title?: string) =>
  defineError(code, { status, data: Type.Object({}), message: () => text, ...(title && { title }) });

export const InvalidRequest = defineError("gateway.invalid_request", {
  status: 400,
  data: Type.Object({ reason: Type.String() }),
  message: ({ reason }) => reason,
});

export const InvalidJson = defineError("gateway.invalid_json", {
  status: 400,
  title: "Invalid JSON",
  data: Type.Object({ reason: Type.String() }),
  message: ({ reason }) => `The body is not a valid JSON object: ${reason}`,
});

export const InvalidInput = defineError("gateway.invalid_input", {
  status: 400,
  data: Type.Object({ issues: Type.Array(Issue) }),
  message: ({ issues }) => issuesText(issues),
});

export const Unauthenticated = bare(
  "gateway.unauthenticated",
  401,
  "The key is missing, unknown, expired or revoked. Send a valid key as Authorization: Bearer rctx_…. Ask whoever gave you this one, or an administrator, for another.",
);

export const Forbidden = defineError("gateway.forbidden", {
  status: 403,
  data: Type.Object({ scope: Type.String() }),
  message: ({ scope }) =>
    `This key does not have the scope "${scope}". Ask whoever gave you this key, or an administrator, for one that has it.`,
});

export const KeyRetiring = defineError("gateway.key_retiring", {
  status: 403,
  data: Type.Object({ contextId: Type.String() }),
  message: ({ contextId }) =>
    `This key of context "${contextId}" was rotated and is in its grace period. Use the new key for keys, secrets and lasting work.`,
});

export const ForbiddenHost = bare(
  "gateway.forbidden_host",
  403,
  "The Host header is not one of the gateway's hosts. Add it to `hosts`.",
);

export const ForbiddenOrigin = bare(
  "gateway.forbidden_origin",
  403,
  "Pages of another origin cannot call this gateway",
);

export const UnknownOperation = defineError("gateway.unknown_operation", {
  status: 404,
  data: Type.Object({ operation: Type.String(), nearest: Type.Array(Type.String()) }),
  message: ({ operation, nearest }) =>
    `Operation "${operation}" not found${nearest.length > 0 ? `. Did you mean ${nearest.join(", ")}?` : ""}`,
});

export const MethodNotAllowed = defineError("gateway.method_not_allowed", {
  status: 405,
  data: Type.Object({ allow: Type.String() }),
  message: ({ allow }) => `This path only allows ${allow}`,
});

export const IdempotencyConflict = bare(
  "gateway.idempotency_conflict",
  409,
  "This Idempotency-Key was already used with a different body. Use a new key for a new request.",
);

export const Conflict = bare(
  "gateway.conflict",
  409,
  "The data changed while external work ran, which is never repeated. Check its result before you try again.",
);

export const OutcomeUnclear = defineError("gateway.outcome_unclear", {
  status: 409,
  data: Type.Object({ since: Type.String() }),
  message: ({ since }) =>
    `The first call with this Idempotency-Key started at ${since} and its outcome is unknown. Check its result, then use a new key.`,
});

export const NotUniqueHere = defineError("gateway.not_unique", {
  status: 409,
  data: Type.Object({ index: Type.String() }),
  message: ({ index }) => `Another record already has this key in ${index}`,
});

export const PlanStale = bare("gateway.plan_stale", 412, "The plan has changed since it was shown. Request it again.");

export const ApprovalPending = defineError("gateway.approval_pending", {
  status: 409,
  data: Type.Object({ approvalId: Type.String(), expiresAt: Type.Integer({ description: "Unix milliseconds" }) }),
  message: ({ approvalId }) => `The command waits for the approval "${approvalId}" and has not been executed`,
  fix: ({ approvalId }) => `postern approvals show ${approvalId}`,
});

export const BodyTooLarge = defineError("gateway.body_too_large", {
  status: 413,
  data: Type.Object({ limit: Type.Integer() }),
  message: ({ limit }) => `The body is longer than ${limit} bytes`,
});

export const Canceled = bare("gateway.canceled", 409, "The call was canceled, and nothing of it was done");

export const CommitTooLarge = defineError("gateway.commit_too_large", {
  status: 413,
  data: Type.Object({ unit: Type.String(), size: Type.Integer(), limit: Type.Integer() }),
  message: ({ unit, size, limit }) =>
    `The change has ${size} ${unit}; a commit can have at most ${limit}. Split it up.`,
});

export const UnsupportedMediaType = bare(
  "gateway.unsupported_media_type",
  415,
  "Send the body as application/json in UTF-8, not compressed",
);

export const Busy = bare("gateway.busy", 503, "The data changes too often for this command to complete. Try again.");

export const Unavailable = defineError("gateway.unavailable", {
  status: 503,
  data: Type.Object({
    reason: Type.String(),
    plugin: Type.Optional(Type.String()),
    state: Type.Optional(Type.String({ description: "The state of the gateway, if it is not running" })),
    outcomeUnknown: Type.Optional(
      Type.Boolean({
        description: "Whether the change may have been made; false if the store failed without a change",
      }),
    ),
  }),
  message: ({ reason }) => reason,
});

export const InvalidResponse = defineError("gateway.invalid_response", {
  status: 500,
  data: Type.Object({ operation: Type.String() }),
  message: ({ operation }) => `The answer of ${operation} does not match its schema. Nothing was changed.`,
});

export const Internal = bare(
  "gateway.internal",
  500,
  "The gateway failed unexpectedly. Look up the request id in its log.",
  "Internal error",
);
