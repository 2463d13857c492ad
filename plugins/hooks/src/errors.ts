import { defineError, T } from "@postern/core";
import { defineTypeNotFound } from "@postern/kit/cloudevents";

const hook = T.Object({ id: T.String() });

export const HookNotFound = defineError("hooks.hook_not_found", {
  status: 404,
  data: hook,
  message: ({ id }) => `Hook "${id}" not found. List hooks with "postern hooks list".`,
  fix: () => "postern hooks list",
});

export const HookDisabled = defineError("hooks.hook_disabled", {
  status: 409,
  data: hook,
  message: ({ id }) => `Hook "${id}" is disabled. Enable it with "postern hooks enable --id ${id}".`,
  fix: ({ id }) => `postern hooks enable --id ${id}`,
});

export const ContextEnded = defineError("hooks.context_ended", {
  status: 409,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `The context "${contextId}", which created the hook, was revoked or has expired. Create a new hook with a valid key.`,
});

export const TypeNotFound = defineTypeNotFound("hooks");

export const TooManyHooks = defineError("hooks.too_many", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `The limit of ${limit} hooks is reached. Remove a hook that is no longer needed.`,
  fix: () => "postern hooks list --status disabled",
});

export const SecretNotKept = defineError("hooks.secret_not_kept", {
  status: 503,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `The webhook's secret cannot be encrypted, so it was not stored: ${reason}.`,
  fix: () => "postern credentials backends",
});

export const TargetRefused = defineError("hooks.target_refused", {
  status: 400,
  data: T.Object({ host: T.String() }),
  message: ({ host }) =>
    `"${host}" is not a public address, or resolves to one that is not. Webhooks may only be sent to public addresses by default.`,
  fix: () => "POSTERN_HOOKS_PRIVATE=1 postern serve",
});
