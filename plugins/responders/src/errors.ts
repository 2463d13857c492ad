import { defineError, T } from "@postern/core";

const responder = T.Object({ responder: T.String() });

export const ResponderNotFound = defineError("responders.responder_not_found", {
  status: 404,
  data: responder,
  message: ({ responder }) => `Responder "${responder}" not found. List responders with "postern responders list".`,
  fix: () => "postern responders list",
});

export const ResponderExists = defineError("responders.responder_exists", {
  status: 409,
  data: responder,
  message: ({ responder }) =>
    `Responder "${responder}" already exists. Choose another id, or change it with "postern responders update".`,
  fix: ({ responder }) => `postern responders show ${responder}`,
});

export const CreatorEnded = defineError("responders.creator_ended", {
  status: 409,
  data: T.Object({ responder: T.String(), contextId: T.String() }),
  message: ({ responder, contextId }) =>
    `The context "${contextId}", with whose rights the responder "${responder}" acts, was revoked or has expired. Remove the responder, and create it with another key.`,
  fix: ({ responder }) => `postern responders remove ${responder}`,
});

export const TooManyResponders = defineError("responders.too_many", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `There are already ${limit} responders. Remove some before you create others.`,
  fix: () => "postern responders list",
});

export const AgentUnknown = defineError("responders.agent_not_found", {
  status: 404,
  data: T.Object({ agentId: T.String() }),
  message: ({ agentId }) => `Agent "${agentId}" not found. Create it with "postern agents create --id ${agentId}".`,
  fix: ({ agentId }) => `postern agents create --id ${agentId}`,
});

export const ConnectionUnknown = defineError("responders.connection_not_found", {
  status: 404,
  data: T.Object({ connection: T.String() }),
  message: ({ connection }) =>
    `Connection "${connection}" not found or ambiguous. List connections with "postern credentials connections list".`,
  fix: () => "postern credentials connections list",
});

export const BudgetExceeded = defineError("responders.budget_exceeded", {
  status: 409,
  data: T.Object({ subject: T.String(), limit: T.String() }),
  message: ({ subject, limit }) =>
    `The daily budget of ${subject} is used up: ${limit}. It starts again at 00:00 UTC; after raising it, retry the turn.`,
});
