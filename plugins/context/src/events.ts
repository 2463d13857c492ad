import { type Caller, defineEvent, type Reads, T } from "@postern/core";
import { isManaged } from "./tree.ts";

/** As `context.show` answers. */
const visible = ({ caller, store }: { caller: Caller; store: Reads }, { contextId }: { contextId: string }) =>
  isManaged(store, caller, contextId);

export const keyDerived = defineEvent("context.key.derived", {
  summary: "A context was made, with its first key",
  data: T.Object({
    contextId: T.String(),
    label: T.String(),
    scopes: T.Array(T.String()),
    agentId: T.Optional(T.String()),
    parentId: T.Optional(T.String()),
    expiresAt: T.Optional(T.Integer()),
  }),
  subject: ({ contextId }) => contextId,
  visible,
});

export const keyRotated = defineEvent("context.key.rotated", {
  summary: "A context got a new key; the old ones are dead, or end soon",
  data: T.Object({ contextId: T.String(), graceUntil: T.Optional(T.Integer()) }),
  subject: ({ contextId }) => contextId,
  visible,
});

/** Whoever serves a stream to one of these keys ends it. */
export const keyRevoked = defineEvent("context.key.revoked", {
  summary: "A context and all that was derived from it have ended",
  data: T.Object({ contextId: T.String(), revoked: T.Integer() }),
  subject: ({ contextId }) => contextId,
  visible,
});
