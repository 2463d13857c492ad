import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { RequestNotFound, RequestSettled } from "../errors.ts";
import { requestCancelled } from "../events.ts";
import { group } from "../group.ts";
import { change, requestOf, showHead } from "../request.ts";
import { RequestHead, RequestId } from "../schemas.ts";
import { work } from "../work/work.ts";

export const requestsCancel = defineCommand(group, {
  id: "audio.requests.cancel",
  summary: "Cancel a request for speech: what is not spoken or played yet never is",
  description: "A repeated call changes nothing. audio.requests.retry takes it back.",
  input: T.Object({ id: RequestId }),
  output: T.Object({
    request: described(RequestHead, "The request"),
    changed: T.Boolean({ description: "Whether anything was changed" }),
  }),
  errors: [RequestNotFound, RequestSettled],
  examples: [{ title: "Say no more", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    const { state } = await requestOf(store, id);
    if (state === "played" || state === "failed") throw RequestSettled({ id, state });
    return { summary: `Cancel the request ${id}`, changed: state !== "cancelled" };
  },
  async execute(ctx, { changed }, { id }) {
    const request = await requestOf(ctx.store, id);
    if (!changed) return { request: showHead(request), changed };
    await work.discardAbout(ctx, id);
    const after = { state: "cancelled", claim: undefined, isParked: undefined } as const;
    return { request: await change(ctx, request, after, requestCancelled), changed };
  },
});
