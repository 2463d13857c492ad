import { type Caller, defineEvent, type Reads, T } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { hooks } from "./collections.ts";
import { Hook, StatusReason } from "./schemas.ts";

const whole = T.Object({ hook: Hook });

interface Viewer {
  readonly caller: Caller;
  readonly store: Reads;
}
/** The same rule as for `hooks.show`. */
const visible = ({ caller, store }: Viewer, { hook }: { hook: { contextId: string } }) =>
  canAccessCreated(store, caller, hook.contextId);
async function namedVisible({ caller, store }: Viewer, { hookId }: { hookId: string }): Promise<boolean> {
  const hook = await store.get(hooks, hookId);
  return hook ? canAccessCreated(store, caller, hook.contextId) : caller.isAdmin;
}
const subject = ({ hook }: { hook: { id: string } }) => hook.id;

export const hookCreated = defineEvent("hooks.hook.created", {
  summary: "A hook was created",
  data: whole,
  subject,
  visible,
});

export const hookUpdated = defineEvent("hooks.hook.updated", {
  summary: "A hook was updated",
  data: whole,
  subject,
  visible,
});

export const hookEnabled = defineEvent("hooks.hook.enabled", {
  summary: "A hook was enabled",
  data: whole,
  subject,
  visible,
});

export const hookDisabled = defineEvent("hooks.hook.disabled", {
  summary: "A hook was disabled by a caller, because its target is gone or because its context has ended",
  data: T.Object({ hook: Hook, reason: StatusReason }),
  subject,
  visible,
});

export const hookRemoved = defineEvent("hooks.hook.removed", {
  summary: "A hook was removed, together with its waiting deliveries",
  data: T.Object({
    hookId: T.String(),
    contextId: T.Optional(T.String({ description: "Id of the context that created it" })),
  }),
  subject: ({ hookId }) => hookId,
  visible: ({ caller, store }, { contextId = "" }) => canAccessCreated(store, caller, contextId),
});

export const secretRotated = defineEvent("hooks.secret.rotated", {
  summary: "The secret of a hook was rotated; the former secret also signs until its grace period ends",
  data: T.Object({ hookId: T.String(), graceUntil: T.Optional(T.Integer()) }),
  subject: ({ hookId }) => hookId,
  visible: namedVisible,
});

/** Delivered only to the hook that is tested. */
export const hookTested = defineEvent("hooks.hook.tested", {
  summary: "A test event was sent to a hook",
  data: T.Object({ hookId: T.String(), deliveryId: T.String() }),
  subject: ({ hookId }) => hookId,
  visible: namedVisible,
});
