import { defineError, oneOf, T } from "@postern/core";
import { State } from "./schemas.ts";

const request = T.Object({ id: T.String() });
const inState = T.Object({ id: T.String(), state: State });

export const RequestNotFound = defineError("audio.request_not_found", {
  status: 404,
  data: request,
  message: ({ id }) => `There is no request ${id}`,
  fix: () => "postern audio requests list",
});

export const AgentNotFound = defineError("audio.agent_not_found", {
  status: 404,
  data: T.Object({ agentId: T.String() }),
  message: ({ agentId }) => `There is no agent ${agentId}`,
  fix: () => "postern agents list",
});

export const ChatNotFound = defineError("audio.chat_not_found", {
  status: 404,
  data: T.Object({ chatId: T.String() }),
  message: ({ chatId }) => `There is no chat ${chatId}`,
  fix: () => "postern chats list",
});

export const RequestConflict = defineError("audio.request_conflict", {
  status: 409,
  data: request,
  message: ({ id }) => `The request ${id} was published with other content; take a new id for a new request`,
  fix: ({ id }) => `postern audio requests show --id ${id}`,
});

export const RequestNotReady = defineError("audio.request_not_ready", {
  status: 409,
  data: inState,
  message: ({ id, state }) => `The request ${id} is ${state}; there is nothing to play`,
  fix: ({ id }) => `postern audio requests show --id ${id}`,
});

export const RequestSettled = defineError("audio.request_settled", {
  status: 409,
  data: inState,
  message: ({ id, state }) => `The request ${id} is ${state}, and there is nothing to cancel`,
});

export const RequestUnderWay = defineError("audio.request_under_way", {
  status: 409,
  data: inState,
  message: ({ id, state }) => `The request ${id} is ${state}: it needs no other try`,
  fix: ({ id }) => `postern audio requests cancel --id ${id}`,
});

export const ClientMismatch = defineError("audio.client_mismatch", {
  status: 409,
  data: T.Object({ id: T.String(), clientId: T.String() }),
  message: ({ id, clientId }) => `Only the client ${clientId} plays the request ${id}`,
});

export const RequestTaken = defineError("audio.request_taken", {
  status: 409,
  data: T.Object({ id: T.String(), clientId: T.String(), state: State }),
  message: ({ id, clientId, state }) =>
    state === "ready"
      ? `The client ${clientId} is playing the request ${id}`
      : `The client ${clientId} has told already that the request ${id} is ${state}`,
});

export const WorkerStopped = defineError("audio.worker_stopped", {
  status: 409,
  data: T.Object({
    reason: T.String(),
    cause: oneOf("connection_missing", "connection_disabled", "connection_unreadable", "key_refused"),
  }),
  message: ({ reason }) => `The voice provider cannot speak now: ${reason}`,
  fix: ({ cause }) =>
    cause === "connection_missing"
      ? "postern credentials connections create --provider voiceprovider --connection voice"
      : cause === "connection_disabled"
        ? "postern credentials connections list --status disabled"
        : "postern audio workers list",
});

export const WorkerRuns = defineError("audio.worker_not_stopped", {
  status: 409,
  data: T.Object({ provider: T.String() }),
  message: ({ provider }) => `The worker of ${provider} is not stopped`,
});
