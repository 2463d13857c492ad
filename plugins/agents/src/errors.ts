import { defineError, T } from "@postern/core";

const agent = T.Object({ agentId: T.String() });

export const AgentNotFound = defineError("agents.agent_not_found", {
  status: 404,
  data: agent,
  message: ({ agentId }) => `There is no agent ${agentId}`,
  fix: ({ agentId }) => `postern agents create --id ${agentId}`,
});

export const AgentExists = defineError("agents.agent_exists", {
  status: 409,
  data: agent,
  message: ({ agentId }) => `There is an agent ${agentId} already`,
  fix: ({ agentId }) => `postern agents show --id ${agentId}`,
});

export const AgentArchived = defineError("agents.agent_archived", {
  status: 409,
  data: agent,
  message: ({ agentId }) => `The agent ${agentId} is archived and has no turns`,
  fix: ({ agentId }) => `postern agents unarchive --id ${agentId}`,
});

export const TurnNotFound = defineError("agents.turn_not_found", {
  status: 404,
  data: T.Object({ agentId: T.String(), chatId: T.String() }),
  message: ({ agentId, chatId }) => `Nothing of ${chatId} waits for ${agentId}`,
  fix: ({ agentId }) => `postern agents turns list --agent ${agentId}`,
});
