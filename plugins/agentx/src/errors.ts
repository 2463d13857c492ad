import { defineError, T } from "@postern/core";

const session = T.Object({ session: T.String() });

export const AgentNotFound = defineError("agentx.agent_not_found", {
  status: 404,
  data: T.Object({ agent: T.String(), agents: T.Array(T.String()), host: T.Optional(T.String()) }),
  message: ({ agent, agents, host }) =>
    host !== undefined
      ? `Agent "${agent}" is not configured on ${host}. Its agents are ${agents.join(", ")}.`
      : agents.length === 0
        ? `Agent "${agent}" not found. No coding agents are configured.`
        : `Agent "${agent}" not found. List agents with "postern agentx agents list".`,
  fix: () => "postern agentx agents list",
});

export const SessionNotFound = defineError("agentx.session_not_found", {
  status: 404,
  data: session,
  message: ({ session }) =>
    `Session "${session}" not found. List sessions with "postern agentx sessions list --archived all".`,
  fix: () => "postern agentx sessions list --archived all",
});

export const SessionAmbiguous = defineError("agentx.session_ambiguous", {
  status: 409,
  data: T.Object({ session: T.String(), candidates: T.Array(T.String()) }),
  message: ({ session, candidates }) =>
    `"${session}" matches several sessions: ${candidates.join(", ")}. Use a session id without the prefix agentx-.`,
  fix: ({ candidates: [first = ""] }) => `postern agentx sessions show --session ${first.replace(/^agentx-/, "")}`,
});

export const SessionArchived = defineError("agentx.session_archived", {
  status: 409,
  data: session,
  message: ({ session }) =>
    `Session "${session}" is archived. Restore it with "postern agentx sessions unarchive --session ${session}".`,
  fix: ({ session }) => `postern agentx sessions unarchive --session ${session}`,
});

export const SessionRunning = defineError("agentx.session_running", {
  status: 409,
  data: session,
  message: ({ session }) =>
    `Session "${session}" has running or waiting turns, and its agent cannot archive a busy session. Cancel the turns with "postern agentx sessions cancel --session ${session}".`,
  fix: ({ session }) => `postern agentx sessions cancel --session ${session}`,
});

export const SessionLive = defineError("agentx.session_live", {
  status: 409,
  data: session,
  message: ({ session }) =>
    `The agent of session "${session}" is running or about to start. Stop it with "postern agentx sessions stop --session ${session}".`,
  fix: ({ session }) => `postern agentx sessions stop --session ${session}`,
});

export const SessionGone = defineError("agentx.session_gone", {
  status: 409,
  data: T.Object({ session: T.String(), agent: T.String(), reason: T.String() }),
  message: ({ session, agent, reason }) =>
    `Session "${session}" cannot continue: ${reason}. Create a new session with "postern agentx sessions create --agent ${agent} --execute".`,
  fix: ({ agent }) => `postern agentx sessions create --agent ${agent} --execute`,
});

export const QueueFull = defineError("agentx.queue_full", {
  status: 409,
  data: T.Object({ session: T.String(), most: T.Integer() }),
  message: ({ session, most }) =>
    `Session "${session}" already has ${most} waiting turns, which is the maximum. List them with "postern agentx turns list --session ${session} --state waiting".`,
  fix: ({ session }) => `postern agentx turns list --session ${session} --state waiting`,
});

export const NoRunner = defineError("agentx.no_runner", {
  status: 409,
  data: T.Object({
    host: T.Optional(T.String()),
    hosts: T.Optional(T.Array(T.String(), { description: "Machines whose gateways run coding agents" })),
  }),
  message({ host, hosts = [] }) {
    if (host === undefined) return 'No running gateway is available to run agents. Start one with "postern serve".';
    const others = hosts.length === 0 ? "" : ` Coding agents run on ${hosts.join(", ")}.`;
    return `No gateway is running on ${host} to run its coding agents, or it is drained. Start one there with "postern serve".${others}`;
  },
  fix: () => "postern serve",
});

export const TurnNotFound = defineError("agentx.turn_not_found", {
  status: 404,
  data: T.Object({ session: T.Optional(T.String()), turn: T.String() }),
  message: ({ session = "<session>", turn }) =>
    `Turn "${turn}" not found. List turns with "postern agentx turns list --session ${session}".`,
  fix: ({ session }) =>
    session === undefined ? "postern agentx sessions list" : `postern agentx turns list --session ${session}`,
});

export const RequestNotFound = defineError("agentx.request_not_found", {
  status: 404,
  data: T.Object({ session: T.String(), request: T.String() }),
  message: ({ session, request }) =>
    `Permission request "${request}" not found. List permission requests with "postern agentx sessions show --session ${session}".`,
  fix: ({ session }) => `postern agentx sessions show --session ${session}`,
});

export const RequestClosed = defineError("agentx.request_closed", {
  status: 409,
  data: T.Object({ request: T.String(), state: T.String(), option: T.Optional(T.String()) }),
  message: ({ request, state, option }) =>
    option === undefined
      ? `Permission request "${request}" is already ${state}.`
      : `Permission request "${request}" was already answered with "${option}".`,
});
