import { type Caller, defineEvent, type Reads, T } from "@postern/core";
import { isManaged } from "./tree.ts";

/** Visible to callers that can see the context. */
const visible = ({ caller, store }: { caller: Caller; store: Reads }, { contextId }: { contextId: string }) =>
  isManaged(store, caller, contextId);

export const keyDerived = defineEvent("context.key.derived", {
  summary: "A context was created with its key",
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
  summary: "The key of a context was rotated",
  data: T.Object({ contextId: T.String(), graceUntil: T.Optional(T.Integer()) }),
  subject: ({ contextId }) => contextId,
  visible,
});

/** Servers end the event streams of the revoked keys. */
export const keyRevoked = defineEvent("context.key.revoked", {
  summary: "A context and its descendants were revoked",
  data: T.Object({ contextId: T.String(), revoked: T.Integer() }),
  subject: ({ contextId }) => contextId,
  visible,
});
