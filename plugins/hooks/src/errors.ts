import { defineError, T } from "@postern/core";

const hook = T.Object({ id: T.String() });

export const HookNotFound = defineError("hooks.hook_not_found", {
  status: 404,
  data: hook,
  message: ({ id }) => `There is no hook ${id}`,
  fix: () => "postern hooks list",
});

export const HookNotYours = defineError("hooks.hook_not_yours", {
  status: 403,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) => `Only ${contextId}, which made it, a context above that, or an admin may do this`,
});

export const HookDisabled = defineError("hooks.hook_disabled", {
  status: 409,
  data: hook,
  message: ({ id }) => `The hook ${id} is disabled`,
  fix: ({ id }) => `postern hooks enable --id ${id}`,
});

export const ContextEnded = defineError("hooks.context_ended", {
  status: 409,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `The context ${contextId}, whose rights the hook has, is revoked or expired; make another hook with a key that is not`,
});

export const TooManyHooks = defineError("hooks.too_many", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `There are ${limit} hooks, which is the most; remove one that is not needed`,
  fix: () => "postern hooks list --status disabled",
});

export const SecretNotKept = defineError("hooks.secret_not_kept", {
  status: 503,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `The webhook's secret cannot be encrypted now, and is not stored otherwise: ${reason}`,
  fix: () => "postern credentials backends",
});

export const TargetRefused = defineError("hooks.target_refused", {
  status: 400,
  data: T.Object({ host: T.String() }),
  message: ({ host }) => `Hooks go to public addresses, and ${host} is none`,
  fix: () => "POSTERN_HOOKS_PRIVATE=1 postern serve",
});
