import { defineError, oneOf, T } from "@postern/core";
import { State } from "./schemas.ts";

const request = T.Object({ id: T.String() });
const inState = T.Object({ id: T.String(), state: State });

export const RequestNotFound = defineError("audio.request_not_found", {
  status: 404,
  data: request,
  message: ({ id }) => `Request "${id}" not found. List requests with "postern audio requests list".`,
  fix: () => "postern audio requests list",
});

export const AgentNotFound = defineError("audio.agent_not_found", {
  status: 404,
  data: T.Object({ agentId: T.String() }),
  message: ({ agentId }) => `Agent "${agentId}" not found. List agents with "postern agents list".`,
  fix: () => "postern agents list",
});

export const ChatNotFound = defineError("audio.chat_not_found", {
  status: 404,
  data: T.Object({ chatId: T.String() }),
  message: ({ chatId }) => `Chat "${chatId}" not found. List chats with "postern chats list".`,
  fix: () => "postern chats list",
});

export const RequestConflict = defineError("audio.request_conflict", {
  status: 409,
  data: request,
  message: ({ id }) => `Request "${id}" was already published with other content. Use a new id for a new request.`,
  fix: ({ id }) => `postern audio requests show --id ${id}`,
});

/** What to do about a request without sound. */
const nextStep = ({ id, state }: { id: string; state: string }): string =>
  state === "failed" || state === "cancelled"
    ? `postern audio requests retry --id ${id}`
    : `postern audio requests show --id ${id}`;

export const RequestNotReady = defineError("audio.request_not_ready", {
  status: 409,
  data: inState,
  message: ({ id, state }) => {
    const step = nextStep({ id, state });
    const advice =
      state === "failed" || state === "cancelled"
        ? `Generate its sound again with "${step}".`
        : `Its sound is available when "${step}" shows the state "ready".`;
    return `Request "${id}" is in state "${state}", so its sound cannot be played or downloaded. ${advice}`;
  },
  fix: nextStep,
});

export const SoundTooLarge = defineError("audio.sound_too_large", {
  status: 409,
  data: T.Object({ id: T.String(), bytes: T.Integer(), limit: T.Integer() }),
  message: ({ id, bytes, limit }) =>
    `The sound of request "${id}" has ${bytes} bytes, which is more than ${limit} MiB. Download it from /api/v1/audio/requests/${id}/audio.`,
});

export const RequestSettled = defineError("audio.request_settled", {
  status: 409,
  data: inState,
  message: ({ id, state }) => `Request "${id}" is in state "${state}" and cannot be cancelled.`,
});

export const RequestUnderWay = defineError("audio.request_under_way", {
  status: 409,
  data: inState,
  message: ({ id, state }) =>
    `Request "${id}" is in state "${state}" and cannot be retried. Cancel it first with "postern audio requests cancel --id ${id}".`,
  fix: ({ id }) => `postern audio requests cancel --id ${id}`,
});

export const ClientMismatch = defineError("audio.client_mismatch", {
  status: 409,
  data: T.Object({ id: T.String(), clientId: T.String() }),
  message: ({ id, clientId }) => `Request "${id}" can only be played by the client "${clientId}".`,
});

export const RequestTaken = defineError("audio.request_taken", {
  status: 409,
  data: T.Object({ id: T.String(), clientId: T.String(), state: State }),
  message: ({ id, clientId, state }) =>
    state === "ready"
      ? `Request "${id}" is already being played by the client "${clientId}".`
      : `The client "${clientId}" has already reported request "${id}" as ${state}.`,
});

export const WorkerStopped = defineError("audio.worker_stopped", {
  status: 409,
  data: T.Object({
    reason: T.String(),
    cause: oneOf("connection_missing", "connection_disabled", "connection_unreadable", "key_refused"),
  }),
  message: ({ reason }) => `The voice provider is not available: ${reason}`,
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
  message: ({ provider }) => `The worker of the provider "${provider}" is not stopped.`,
});
