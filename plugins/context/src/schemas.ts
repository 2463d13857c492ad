import { oneOf, type Static, T } from "@postern/core";
import { described, refersTo } from "@postern/kit/fields";
import { listOf, withColumns } from "@postern/kit/paging";

export const ContextId = refersTo(
  T.String({ minLength: 1, maxLength: 128, description: "Id of the context, `ctx_…`" }),
  { list: "context.list", names: ["label"], input: { status: "all" } },
);

export const PrincipalId = refersTo(
  T.String({ minLength: 1, maxLength: 160, description: "Id of the principal, `user:…` or `agent:…`" }),
  { list: "context.principals.list", names: ["name"] },
);
export const PrincipalName = T.String({ minLength: 1, maxLength: 200, description: "Name of the principal" });

const Time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

export const Context = T.Object({
  id: ContextId,
  label: T.String({ description: "Name of the context" }),
  scopes: T.Array(T.String(), { description: "Grants of the context; its ancestors may allow less" }),
  principal: T.String({ description: "Id of the person or agent that uses its keys" }),
  principalName: T.String({ description: "Name of the person or agent that uses its keys" }),
  agentId: T.Optional(T.String({ description: "Id of the agent that uses its keys" })),
  parentId: T.Optional(T.String({ description: "Id of the parent context" })),
  status: described(oneOf("active", "revoked", "expired"), "Status of the context"),
  createdAt: Time("Creation time"),
  expiresAt: T.Optional(Time("Expiry of its keys")),
  lastUsedAt: T.Optional(Time("Last use of one of its keys, accurate to the minute")),
  revokedAt: T.Optional(Time("Time when it or one of its ancestors was revoked")),
  rotatedAt: T.Optional(Time("Last rotation of its key")),
  graceUntil: T.Optional(Time("When its keys from before the last rotation end")),
});
export type Context = Static<typeof Context>;

const LastingItem = T.Object({
  type: T.String({ description: "What it is, such as a webhook" }),
  id: T.String({ description: "Its id" }),
  name: T.Optional(T.String({ description: "Its name; absent if this key may not read its group" })),
  group: T.String({ description: "Its group" }),
  contextId: T.String({ description: "Id of the context that set it up" }),
  afterwards: described(oneOf("ends", "stays"), "Whether it ends with that context or stays until it is removed"),
});

/** What a context and those below it have set up. */
export const SetUp = T.Object({
  items: withColumns(T.Array(LastingItem, { maxItems: 100, description: "What they have set up" }), {
    type: "plain",
    name: "text",
    afterwards: "status",
    id: "id",
    contextId: ["id", 1],
    group: ["plain", 2],
  }),
  isComplete: T.Boolean({ description: "False if there is more than these 100 items, or than 200 contexts" }),
});
export type SetUp = Static<typeof SetUp>;

export const Principal = T.Object({
  id: PrincipalId,
  kind: described(oneOf("person", "agent"), "Whether it is a person or an agent"),
  name: PrincipalName,
  contexts: T.Integer({ description: "Number of its contexts, also those that have ended" }),
  createdAt: Time("Creation time"),
});
export type Principal = Static<typeof Principal>;

export const Principals = listOf("principals", Principal, {
  id: "plain",
  name: "text",
  kind: "plain",
  contexts: ["plain", 1],
  createdAt: ["ago", 2],
});

export const Contexts = listOf("contexts", Context, {
  id: "id",
  label: "text",
  status: "status",
  scopes: "text",
  principalName: ["text", 1],
  agentId: ["plain", 2],
  lastUsedAt: ["ago", 1],
  expiresAt: ["ago", 2],
  createdAt: ["ago", 3],
});
