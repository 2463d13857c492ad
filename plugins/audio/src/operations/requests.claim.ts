import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { ClientMismatch, RequestNotFound, RequestNotReady, RequestTaken } from "../errors.ts";
import { requestClaimed } from "../events.ts";
import { group } from "../group.ts";
import { assertPlayable, change, requestOf } from "../request.ts";
import { ClientId, RequestHead, RequestId } from "../schemas.ts";

/** Milliseconds beyond the length of the sound: for fetching it, and for whoever pauses it. */
const SPARE = 60_000;

export const requestsClaim = defineCommand(group, {
  id: "audio.requests.claim",
  summary: "Take a request to play it, so that no other client plays it at the same time",
  description:
    "For as long as its sound takes, and a minute; a client that goes on claims it again. Clients tell what came of it by audio.requests.ack.",
  input: T.Object({ id: RequestId, clientId: ClientId }),
  output: T.Object({ request: described(RequestHead, "The request") }),
  errors: [RequestNotFound, RequestNotReady, ClientMismatch, RequestTaken],
  examples: [{ title: "By one client", input: { id: "inbox-42", clientId: "desk" } }],
  resource: ({ id }) => id,
  async plan({ store, now }, { id, clientId }) {
    assertPlayable(await requestOf(store, id), clientId, now);
    return { summary: `Let ${clientId} play the request ${id}` };
  },
  async execute(ctx, _plan, { id, clientId }) {
    const request = await requestOf(ctx.store, id);
    const until = ctx.now + SPARE + Math.ceil((request.sound?.seconds ?? 600) * 1_000);
    return { request: await change(ctx, request, { claim: { clientId, until } }, requestClaimed) };
  },
});
