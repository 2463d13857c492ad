import { defineError, T } from "@postern/core";

const adapter = T.Object({ adapter: T.String() });

export const AdapterNotFound = defineError("channels.adapter_not_found", {
  status: 404,
  data: adapter,
  message: ({ adapter }) => `Adapter "${adapter}" not found. List adapters with "postern channels adapters list".`,
  fix: () => "postern channels adapters list",
});

export const AdapterExists = defineError("channels.adapter_exists", {
  status: 409,
  data: adapter,
  message: ({ adapter }) => `Adapter "${adapter}" already exists. Choose another id or update this adapter.`,
  fix: ({ adapter }) => `postern channels adapters show --id ${adapter}`,
});

export const AdapterIdUsed = defineError("channels.adapter_id_used", {
  status: 409,
  data: T.Object({ adapter: T.String(), kind: T.String() }),
  message: ({ adapter, kind }) =>
    `The id "${adapter}" belonged to an adapter of kind ${kind} that still has chats. Choose another id.`,
});

export const AdapterDisabled = defineError("channels.adapter_disabled", {
  status: 409,
  data: T.Object({ adapter: T.String(), reason: T.Optional(T.String()) }),
  message: ({ adapter, reason = "The adapter is disabled" }) =>
    `Adapter "${adapter}" receives nothing: ${reason}. Enable the adapter.`,
  fix: ({ adapter }) => `postern channels adapters enable --id ${adapter}`,
});

export const TooManyAdapters = defineError("channels.too_many_adapters", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `The limit of ${limit} adapters is reached. Remove an adapter that is no longer needed.`,
  fix: () => "postern channels adapters list",
});

export const ConnectionUnknown = defineError("channels.connection_unknown", {
  status: 404,
  data: T.Object({ connection: T.String() }),
  message: ({ connection }) =>
    `Connection "${connection}" not found, or several connections have this name. List connections with ` +
    `"postern credentials connections list" and use the id.`,
  fix: () => "postern credentials connections list",
});

export const AgentUnknown = defineError("channels.agent_unknown", {
  status: 404,
  data: T.Object({ agentId: T.String() }),
  message: ({ agentId }) => `Agent "${agentId}" not found. List agents with "postern agents list".`,
  fix: ({ agentId }) => `postern agents create --id ${agentId}`,
});

export const PlaceNotFound = defineError("channels.place_not_found", {
  status: 404,
  data: T.Object({ chatId: T.String() }),
  message: ({ chatId }) =>
    `Chat "${chatId}" is not connected to a platform. List connected chats with "postern channels places list".`,
  fix: () => "postern channels places list",
});
