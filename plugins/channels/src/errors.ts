import { defineError, T } from "@postern/core";

const adapter = T.Object({ adapter: T.String() });

export const AdapterNotFound = defineError("channels.adapter_not_found", {
  status: 404,
  data: adapter,
  message: ({ adapter }) => `There is no adapter ${adapter}`,
  fix: () => "postern channels adapters list",
});

export const AdapterExists = defineError("channels.adapter_exists", {
  status: 409,
  data: adapter,
  message: ({ adapter }) => `There is an adapter ${adapter} already`,
  fix: ({ adapter }) => `postern channels adapters show --id ${adapter}`,
});

export const AdapterIdUsed = defineError("channels.adapter_id_used", {
  status: 409,
  data: T.Object({ adapter: T.String(), kind: T.String() }),
  message: ({ adapter, kind }) =>
    `${adapter} was the id of an adapter of the kind ${kind}, whose chats are still there; choose another id`,
});

export const AdapterDisabled = defineError("channels.adapter_disabled", {
  status: 409,
  data: adapter,
  message: ({ adapter }) => `The adapter ${adapter} is disabled, and takes nothing in`,
  fix: ({ adapter }) => `postern channels adapters enable --id ${adapter}`,
});

export const TooManyAdapters = defineError("channels.too_many_adapters", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `There are ${limit} adapters, which is the most; remove one that is not needed`,
  fix: () => "postern channels adapters list",
});

export const ConnectionUnknown = defineError("channels.connection_unknown", {
  status: 404,
  data: T.Object({ connection: T.String() }),
  message: ({ connection }) => `There is no connection ${connection}, or there are several of that name: give its id`,
  fix: () => "postern credentials connections list",
});

export const AgentUnknown = defineError("channels.agent_unknown", {
  status: 404,
  data: T.Object({ agentId: T.String() }),
  message: ({ agentId }) => `There is no agent ${agentId}`,
  fix: ({ agentId }) => `postern agents create --id ${agentId}`,
});

export const PlaceNotFound = defineError("channels.place_not_found", {
  status: 404,
  data: T.Object({ chatId: T.String() }),
  message: ({ chatId }) => `The chat ${chatId} is not carried to any platform from here`,
  fix: () => "postern channels places list",
});
