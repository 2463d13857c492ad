import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ClientMismatch, RequestNotFound, RequestNotReady, RequestTaken } from "../errors.ts";
import { requestClaimed } from "../events.ts";
import { group } from "../group.ts";
import { assertPlayable, findRequest, updateRequest } from "../request.ts";
import { ClientId, RequestHead, RequestId } from "../schemas.ts";

/** Milliseconds added to the length of the sound, for the download and for pauses. */
const SPARE = 60_000;

export const requestsClaim = defineCommand(group, {
  id: "audio.requests.claim",
  summary: "Claim a request for playback by one client",
  description:
    "No other client can play the request until the claim expires, one minute after the length of the sound. Claim the request again to extend the claim, and report the result with audio.requests.ack.",
  input: T.Object({ id: RequestId, clientId: ClientId }),
  output: T.Object({ request: described(RequestHead, "Request with the claim") }),
  errors: [RequestNotFound, RequestNotReady, ClientMismatch, RequestTaken],
  examples: [{ title: "Claim a request", input: { id: "inbox-42", clientId: "desk" } }],
  resource: ({ id }) => id,
  async plan({ store, now }, { id, clientId }) {
    assertPlayable(await findRequest(store, id), clientId, now);
    return { summary: `Claim the request ${id} for ${clientId}` };
  },
  async execute(ctx, _plan, { id, clientId }) {
    const request = await findRequest(ctx.store, id);
    const until = ctx.now + SPARE + Math.ceil((request.sound?.seconds ?? 600) * 1_000);
    return { request: await updateRequest(ctx, request, { claim: { clientId, until } }, requestClaimed) };
  },
});
