import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import type { RequestRecord } from "../collections.ts";
import { ClientMismatch, RequestNotFound, RequestNotReady, RequestTaken } from "../errors.ts";
import { requestFailed, requestPlayed } from "../events.ts";
import { group } from "../group.ts";
import { assertPlayable, findRequest, showHead, updateRequest } from "../request.ts";
import { ClientId, RequestHead, RequestId } from "../schemas.ts";
import { invalidField } from "../voice/voice-input.ts";

export const requestsAck = defineCommand(group, {
  id: "audio.requests.ack",
  summary: "Report that a request was played or failed to play",
  description: "The report of the first client counts. Repeating the same report has no effect.",
  input: T.Object({
    id: RequestId,
    clientId: ClientId,
    state: described(oneOf("played", "failed"), "Result of the playback"),
    error: T.Optional(T.String({ minLength: 1, maxLength: 400, description: "Why the playback failed" })),
  }),
  output: T.Object({
    request: described(RequestHead, "Request with its new state"),
    changed: T.Boolean({ description: "Whether the report was recorded now; false if it repeats an earlier one" }),
  }),
  errors: [RequestNotFound, RequestNotReady, ClientMismatch, RequestTaken],
  examples: [
    { title: "Report that a request was played", input: { id: "inbox-42", clientId: "desk", state: "played" } },
    {
      title: "Report a failure",
      input: { id: "inbox-42", clientId: "desk", state: "failed", error: "No audio device found" },
    },
  ],
  resource: ({ id }) => id,
  async plan({ store, now }, { id, clientId, state, error }) {
    if (error !== undefined && state !== "failed")
      throw invalidField("/error", "state", "must be left out unless the state is failed");
    const request = await findRequest(store, id);
    const changed = !isReported(request, clientId, state);
    if (changed) assertPlayable(request, clientId, now);
    return { summary: `Record that the request ${id} is ${state}, as reported by ${clientId}`, changed };
  },
  async execute(ctx, { changed }, { id, clientId, state, error }) {
    const request = await findRequest(ctx.store, id);
    if (!changed) return { request: showHead(request), changed };
    const outcome = { state, playedBy: clientId, playedAt: ctx.now, claim: undefined };
    const why = { code: "playback", message: error ?? "The client could not play the sound", at: ctx.now };
    const after = state === "failed" ? { ...outcome, error: why } : { ...outcome, error: undefined };
    return {
      request: await updateRequest(ctx, request, after, state === "failed" ? requestFailed : requestPlayed),
      changed,
    };
  },
});

const isReported = (request: RequestRecord, clientId: string, state: string): boolean =>
  request.state === state && request.playedBy === clientId;
