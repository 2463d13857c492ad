import { defineError, T } from "@postern/core";

/** Also thrown for contexts that exist but that the caller cannot see. */
export const ContextNotFound = defineError("context.context_not_found", {
  status: 404,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `Context "${contextId}" not found. List contexts with "postern context list --status all".`,
  fix: () => "postern context list --status all",
});

export const KeyRetiring = defineError("context.key_retiring", {
  status: 403,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `This key of context "${contextId}" was rotated and is in its grace period. Use the new key to manage keys.`,
});

export const ContextEnded = defineError("context.context_ended", {
  status: 409,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) => `Context "${contextId}" or one of its ancestors is revoked or expired`,
  fix: () => "postern context list",
});

export const ChainTooLong = defineError("context.chain_too_long", {
  status: 409,
  data: T.Object({ contextId: T.String(), deepest: T.Integer() }),
  message: ({ contextId, deepest }) =>
    `Context "${contextId}" is at the maximum depth of ${deepest} and cannot have child contexts`,
});
