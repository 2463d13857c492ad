import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import type { RequestRecord } from "../collections.ts";
import { ClientMismatch, RequestNotFound, RequestNotReady, RequestTaken } from "../errors.ts";
import { requestFailed, requestPlayed } from "../events.ts";
import { group } from "../group.ts";
import { assertPlayable, change, requestOf, showHead } from "../request.ts";
import { ClientId, RequestHead, RequestId } from "../schemas.ts";
import { refused } from "../voice/said.ts";

export const requestsAck = defineCommand(group, {
  id: "audio.requests.ack",
  summary: "Tell that a request was played, or could not be",
  description: "The first client to tell is believed; what it tells again changes nothing.",
  input: T.Object({
    id: RequestId,
    clientId: ClientId,
    state: described(oneOf("played", "failed"), "Its state"),
    error: T.Optional(T.String({ minLength: 1, maxLength: 400, description: "Why it could not be played" })),
  }),
  output: T.Object({
    request: described(RequestHead, "The request"),
    changed: T.Boolean({ description: "Whether anything was changed" }),
  }),
  errors: [RequestNotFound, RequestNotReady, ClientMismatch, RequestTaken],
  examples: [
    { title: "It was heard", input: { id: "inbox-42", clientId: "desk", state: "played" } },
    { title: "It was not", input: { id: "inbox-42", clientId: "desk", state: "failed", error: "There is no speaker" } },
  ],
  resource: ({ id }) => id,
  async plan({ store, now }, { id, clientId, state, error }) {
    if (error !== undefined && state !== "failed") throw refused("/error", "state", "belongs to the state failed only");
    const request = await requestOf(store, id);
    const changed = !isTold(request, clientId, state);
    if (changed) assertPlayable(request, clientId, now);
    return { summary: `Note that the request ${id} is ${state}, as ${clientId} tells`, changed };
  },
  async execute(ctx, { changed }, { id, clientId, state, error }) {
    const request = await requestOf(ctx.store, id);
    if (!changed) return { request: showHead(request), changed };
    const told = { state, playedBy: clientId, playedAt: ctx.now, claim: undefined };
    const why = { code: "playback", message: error ?? "The client could not play it", at: ctx.now };
    const after = state === "failed" ? { ...told, error: why } : { ...told, error: undefined };
    return {
      request: await change(ctx, request, after, state === "failed" ? requestFailed : requestPlayed),
      changed,
    };
  },
});

const isTold = (request: RequestRecord, clientId: string, state: string): boolean =>
  request.state === state && request.playedBy === clientId;
