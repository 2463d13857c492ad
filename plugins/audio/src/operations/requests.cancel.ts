import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { RequestNotFound, RequestSettled } from "../errors.ts";
import { requestCancelled } from "../events.ts";
import { group } from "../group.ts";
import { findRequest, showHead, updateRequest } from "../request.ts";
import { RequestHead, RequestId } from "../schemas.ts";
import { work } from "../work/work.ts";

export const requestsCancel = defineCommand(group, {
  id: "audio.requests.cancel",
  summary: "Cancel a speech request",
  description:
    "The request is no longer generated or played. Cancelling a cancelled request has no effect. Restart the request with audio.requests.retry.",
  properties: ["restricts"],
  input: T.Object({ id: RequestId }),
  output: T.Object({
    request: described(RequestHead, "Request with its new state"),
    changed: T.Boolean({
      description: "Whether the request was cancelled by this call; false if it was cancelled before",
    }),
  }),
  errors: [RequestNotFound, RequestSettled],
  examples: [{ title: "Cancel a request", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    const { state } = await findRequest(store, id);
    if (state === "played" || state === "failed") throw RequestSettled({ id, state });
    return { summary: `Cancel the request ${id}`, changed: state !== "cancelled" };
  },
  async execute(ctx, { changed }, { id }) {
    const request = await findRequest(ctx.store, id);
    if (!changed) return { request: showHead(request), changed };
    await work.discardAbout(ctx, id);
    const after = { state: "cancelled", claim: undefined, isParked: undefined } as const;
    return { request: await updateRequest(ctx, request, after, requestCancelled), changed };
  },
});
