import { defineError, T } from "@postern/core";

const agent = T.Object({ agentId: T.String() });

export const AgentNotFound = defineError("agents.agent_not_found", {
  status: 404,
  data: agent,
  message: ({ agentId }) => `Agent "${agentId}" not found. List agents with "postern agents list".`,
  fix: ({ agentId }) => `postern agents create --id ${agentId}`,
});

export const AgentExists = defineError("agents.agent_exists", {
  status: 409,
  data: agent,
  message: ({ agentId }) => `Agent "${agentId}" already exists. Show it with "postern agents show --id ${agentId}".`,
  fix: ({ agentId }) => `postern agents show --id ${agentId}`,
});

export const AgentArchived = defineError("agents.agent_archived", {
  status: 409,
  data: agent,
  message: ({ agentId }) =>
    `Agent "${agentId}" is archived and has no turns. Restore it with "postern agents unarchive --id ${agentId}".`,
  fix: ({ agentId }) => `postern agents unarchive --id ${agentId}`,
});

export const TurnNotFound = defineError("agents.turn_not_found", {
  status: 404,
  data: T.Object({ agentId: T.String(), chatId: T.String() }),
  message: ({ agentId, chatId }) =>
    `Pending turn of agent "${agentId}" for chat "${chatId}" not found. List pending turns with "postern agents turns list --agent ${agentId}".`,
  fix: ({ agentId }) => `postern agents turns list --agent ${agentId}`,
});
