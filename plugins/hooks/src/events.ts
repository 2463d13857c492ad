import { type Caller, defineEvent, type Reads, T } from "@postern/core";
import { hooks } from "./collections.ts";
import { isMine } from "./rights.ts";
import { Hook, StatusReason } from "./schemas.ts";

const whole = T.Object({ hook: Hook });

interface Who {
  readonly caller: Caller;
  readonly store: Reads;
}
/** As `hooks.show` answers. */
const visible = ({ caller, store }: Who, { hook }: { hook: { contextId: string } }) =>
  isMine(store, caller, hook.contextId);
async function namedVisible({ caller, store }: Who, { hookId }: { hookId: string }): Promise<boolean> {
  const hook = await store.get(hooks, hookId);
  return hook ? isMine(store, caller, hook.contextId) : caller.isAdmin;
}
const subject = ({ hook }: { hook: { id: string } }) => hook.id;

export const hookCreated = defineEvent("hooks.hook.created", {
  summary: "A hook was made",
  data: whole,
  subject,
  visible,
});

export const hookUpdated = defineEvent("hooks.hook.updated", {
  summary: "A hook goes elsewhere, or asks for other events",
  data: whole,
  subject,
  visible,
});

export const hookEnabled = defineEvent("hooks.hook.enabled", {
  summary: "A hook sees events again, from now on",
  data: whole,
  subject,
  visible,
});

export const hookDisabled = defineEvent("hooks.hook.disabled", {
  summary: "A hook sees no more events: somebody asked for it, its target is gone, or its context has ended",
  data: T.Object({ hook: Hook, reason: StatusReason }),
  subject,
  visible,
});

export const hookRemoved = defineEvent("hooks.hook.removed", {
  summary: "A hook was removed, with what it had still to deliver",
  data: T.Object({ hookId: T.String(), contextId: T.Optional(T.String({ description: "Who made it" })) }),
  subject: ({ hookId }) => hookId,
  visible: ({ caller, store }, { contextId = "" }) => isMine(store, caller, contextId),
});

export const secretRotated = defineEvent("hooks.secret.rotated", {
  summary: "A hook got a new secret; the one before signs along until its grace is over",
  data: T.Object({ hookId: T.String(), graceUntil: T.Optional(T.Integer()) }),
  subject: ({ hookId }) => hookId,
  visible: namedVisible,
});

/** Delivered to the hook that is tested, and to no other. */
export const hookTested = defineEvent("hooks.hook.tested", {
  summary: "Somebody wants to know whether a hook works",
  data: T.Object({ hookId: T.String(), deliveryId: T.String() }),
  subject: ({ hookId }) => hookId,
  visible: namedVisible,
});
