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

export const RightsMissing = defineError("agents.rights_missing", {
  status: 403,
  data: T.Object({ agentId: T.String(), missing: T.Array(T.String()) }),
  message: ({ agentId, missing }) =>
    `A responder answers for the agent "${agentId}" with rights that your key does not have: ${missing.join(", ")}. Change its name, instructions, model or folder with a key that has them.`,
});

const turn = T.Object({ turnId: T.String() });
const showTurn = ({ turnId }: { turnId: string }) => `postern agents turns show ${turnId}`;

export const TurnNotFound = defineError("agents.turn_not_found", {
  status: 404,
  data: turn,
  message: ({ turnId }) => `Turn "${turnId}" not found. List turns with "postern agents turns list".`,
  fix: () => "postern agents turns list",
});

export const ClaimLost = defineError("agents.claim_lost", {
  status: 409,
  data: T.Object({ turnId: T.String(), state: T.String() }),
  message: ({ turnId, state }) =>
    `This claim on the turn "${turnId}" has ended: the turn is ${state === "claimed" ? "claimed again" : state}. Claim the next turn; extend claims in time with agents.turns.extend.`,
  fix: showTurn,
});

export const TurnAnswered = defineError("agents.turn_answered", {
  status: 409,
  data: turn,
  message: ({ turnId }) => `The turn "${turnId}" is already answered. Show it with "${showTurn({ turnId })}".`,
  fix: showTurn,
});

export const TurnNotRetryable = defineError("agents.turn_not_retryable", {
  status: 409,
  data: T.Object({ turnId: T.String(), state: T.String() }),
  message: ({ turnId, state }) =>
    `The turn "${turnId}" is ${state}. Only turns that failed, expired or wait for their next attempt can be retried.`,
  fix: showTurn,
});

export const TurnEnded = defineError("agents.turn_ended", {
  status: 409,
  data: T.Object({ turnId: T.String(), state: T.String() }),
  message: ({ turnId, state }) => `The turn "${turnId}" is already ${state}. There is nothing to cancel.`,
  fix: showTurn,
});
