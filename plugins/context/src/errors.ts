import { defineError, T } from "@postern/core";

/** Also told of contexts that exist and are none of the caller's business. */
export const ContextNotFound = defineError("context.context_not_found", {
  status: 404,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) => `There is no context ${contextId} that this key sees`,
  fix: () => "postern context list --status all",
});

export const KeyRetiring = defineError("context.key_retiring", {
  status: 403,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `This key of ${contextId} was rotated and is in its grace: use the new key to manage keys`,
});

export const ContextEnded = defineError("context.context_ended", {
  status: 409,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) => `The context ${contextId}, or one above it, is revoked or expired, and that is for good`,
  fix: () => "postern context list",
});

export const ChainTooLong = defineError("context.chain_too_long", {
  status: 409,
  data: T.Object({ contextId: T.String(), deepest: T.Integer() }),
  message: ({ contextId, deepest }) =>
    `${contextId} is the last of ${deepest} contexts below each other, the most there may be`,
});
