import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { listOf } from "@postern/core/paging";

export const ContextId = T.String({ minLength: 1, maxLength: 128, description: "The id of a context, `ctx_…`" });

const Time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

export const Context = T.Object({
  id: ContextId,
  label: T.String({ description: "A name for people" }),
  scopes: T.Array(T.String(), { description: "Its own grants; what is above it may allow less" }),
  agentId: T.Optional(T.String({ description: "The agent that its keys stand for" })),
  parentId: T.Optional(T.String({ description: "The context above it" })),
  status: described(oneOf("active", "revoked", "expired"), "Its status"),
  createdAt: Time("When it was made"),
  expiresAt: T.Optional(Time("When its keys end")),
  lastUsedAt: T.Optional(Time("When one of its keys was last used, to the minute")),
  revokedAt: T.Optional(Time("When it, or the first of those above it, was revoked")),
});
export type Context = Static<typeof Context>;

export const Contexts = listOf("contexts", Context);
