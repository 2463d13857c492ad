import { defineError, T } from "@postern/core";

const session = T.Object({ session: T.String() });

export const AgentNotFound = defineError("agentx.agent_not_found", {
  status: 404,
  data: T.Object({ agent: T.String(), agents: T.Array(T.String()) }),
  message: ({ agent, agents }) =>
    agents.length === 0
      ? `There is no agent ${agent}: none is configured`
      : `There is no agent ${agent}, but ${agents.join(", ")}`,
  fix: () => "postern agentx agents list",
});

export const SessionNotFound = defineError("agentx.session_not_found", {
  status: 404,
  data: session,
  message: ({ session }) => `There is no session ${session}`,
  fix: () => "postern agentx sessions list --archived all",
});

export const SessionAmbiguous = defineError("agentx.session_ambiguous", {
  status: 409,
  data: T.Object({ session: T.String(), candidates: T.Array(T.String()) }),
  message: ({ session, candidates }) =>
    `${session} may be any of ${candidates.join(", ")}: as an id, or as the id that an agent gave. Use the id without agentx- before it`,
  fix: ({ candidates: [first = ""] }) => `postern agentx sessions show --session ${first.replace(/^agentx-/, "")}`,
});

export const SessionArchived = defineError("agentx.session_archived", {
  status: 409,
  data: session,
  message: ({ session }) => `The session ${session} is archived`,
  fix: ({ session }) => `postern agentx sessions unarchive --session ${session}`,
});

export const SessionRunning = defineError("agentx.session_running", {
  status: 409,
  data: session,
  message: ({ session }) => `The session ${session} is at work, and its agent cannot archive one that is`,
  fix: ({ session }) => `postern agentx sessions cancel --session ${session}`,
});

export const SessionLive = defineError("agentx.session_live", {
  status: 409,
  data: session,
  message: ({ session }) => `The agent of the session ${session} runs, or is about to: stop it first`,
  fix: ({ session }) => `postern agentx sessions stop --session ${session}`,
});

export const SessionGone = defineError("agentx.session_gone", {
  status: 409,
  data: T.Object({ session: T.String(), agent: T.String(), reason: T.String() }),
  message: ({ session, reason }) => `The session ${session} cannot go on: ${reason}`,
  fix: ({ agent }) => `postern agentx sessions create --agent ${agent} --execute`,
});

export const QueueFull = defineError("agentx.queue_full", {
  status: 409,
  data: T.Object({ session: T.String(), most: T.Integer() }),
  message: ({ session, most }) => `${most} turns wait in the session ${session} already`,
  fix: ({ session }) => `postern agentx turns list --session ${session} --state waiting`,
});

export const NoRunner = defineError("agentx.no_runner", {
  status: 409,
  data: T.Object({}),
  message: () => "No gateway is serving that could run an agent",
  fix: () => "postern serve",
});

export const TurnNotFound = defineError("agentx.turn_not_found", {
  status: 404,
  data: T.Object({ session: T.String(), turn: T.String() }),
  message: ({ session, turn }) => `The session ${session} has no turn ${turn}`,
  fix: ({ session }) => `postern agentx turns list --session ${session}`,
});

export const RequestNotFound = defineError("agentx.request_not_found", {
  status: 404,
  data: T.Object({ session: T.String(), request: T.String() }),
  message: ({ session, request }) => `The session ${session} has no permission request ${request}`,
  fix: ({ session }) => `postern agentx sessions show --session ${session}`,
});

export const RequestClosed = defineError("agentx.request_closed", {
  status: 409,
  data: T.Object({ request: T.String(), state: T.String(), option: T.Optional(T.String()) }),
  message: ({ request, state, option }) =>
    option === undefined ? `The request ${request} is ${state}` : `The request ${request} was answered with ${option}`,
});
