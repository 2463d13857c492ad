import { type Caller, defineEvent, oneOf, type Reads, T } from "@postern/core";
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
    principal: T.String(),
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

const PrincipalData = T.Object({
  id: T.String(),
  kind: oneOf("person", "agent"),
  name: T.String(),
  createdAt: T.Integer(),
});
const ofPrincipal = {
  data: PrincipalData,
  subject: ({ id }: { id: string }) => id,
  visible: ({ caller }: { caller: Caller }, { id }: { id: string }) => caller.isAdmin || caller.principal === id,
};

export const principalCreated = defineEvent("context.principal.created", {
  summary: "A person was created",
  ...ofPrincipal,
});

export const principalUpdated = defineEvent("context.principal.updated", {
  summary: "A principal was renamed",
  ...ofPrincipal,
});

export const principalRemoved = defineEvent("context.principal.removed", {
  summary: "A principal was removed",
  ...ofPrincipal,
});

/** Servers end the event streams of the revoked keys. */
export const keyRevoked = defineEvent("context.key.revoked", {
  summary: "A context and its descendants were revoked",
  data: T.Object({ contextId: T.String(), revoked: T.Integer() }),
  subject: ({ contextId }) => contextId,
  visible,
});
