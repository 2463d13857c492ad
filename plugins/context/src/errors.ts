import { defineError, T } from "@postern/core";

/** Also thrown for contexts that exist but that the caller cannot see. */
export const ContextNotFound = defineError("context.context_not_found", {
  status: 404,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `Context "${contextId}" not found. List contexts with "postern context list --status all".`,
  fix: () => "postern context list --status all",
});

export const PrincipalNotFound = defineError("context.principal_not_found", {
  status: 404,
  data: T.Object({ id: T.String() }),
  message: ({ id }) => `Principal "${id}" not found. List principals with "postern context principals list".`,
  fix: () => "postern context principals list",
});

export const PrincipalInUse = defineError("context.principal_in_use", {
  status: 409,
  data: T.Object({ id: T.String(), contexts: T.Integer() }),
  message: ({ id, contexts }) =>
    `Principal "${id}" has ${contexts} contexts, also revoked ones, which keep it in the history. Rename it instead.`,
  fix: ({ id }) => `postern context principals update ${id} --name "…"`,
});

export const ContextEnded = defineError("context.context_ended", {
  status: 409,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) => `Context "${contextId}" or one of its ancestors is revoked or expired`,
  fix: () => "postern context list",
});

export const PeopleOnly = defineError("context.people_only", {
  status: 403,
  data: T.Object({ agentId: T.String() }),
  message: ({ agentId }) =>
    `This key belongs to the agent "${agentId}", which cannot make keys of others. Ask an administrator who is a person.`,
});

export const ChainTooLong = defineError("context.chain_too_long", {
  status: 409,
  data: T.Object({ contextId: T.String(), deepest: T.Integer() }),
  message: ({ contextId, deepest }) =>
    `Context "${contextId}" is at the maximum depth of ${deepest} and cannot have child contexts`,
});
