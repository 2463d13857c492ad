import { defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { type RequestRecord, sounds } from "../collections.ts";
import { RequestNotFound, RequestUnderWay, WorkerStopped } from "../errors.ts";
import { requestRetried } from "../events.ts";
import { group } from "../group.ts";
import { findRequest, updateRequest } from "../request.ts";
import { RequestHead, RequestId, speechEnds } from "../schemas.ts";
import { hostOf } from "../voiceprovider/address.ts";
import { assertAvailable } from "../voiceprovider/connection.ts";
import { work } from "../work/work.ts";

export const requestsRetry = defineCommand(group, {
  id: "audio.requests.retry",
  summary: "Retry a speech request",
  description:
    "For requests that failed, were cancelled or played, or still wait for generation. If the sound exists, it is only played again; otherwise it is generated again.",
  input: T.Object({ id: RequestId }),
  output: endsLater(T.Object({ request: described(RequestHead, "Request with its new state") }), speechEnds),
  errors: [RequestNotFound, RequestUnderWay, WorkerStopped],
  examples: [{ title: "Retry a failed request", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async plan({ store, services, config }, { id }) {
    const request = await findRequest(store, id);
    const { state, voice } = request;
    if (state === "generating" || state === "ready") throw RequestUnderWay({ id, state });
    if (isSpoken(request)) return { summary: `Play the request ${id} again`, effects: ["clients play the sound"] };
    const isLocal = voice.provider === "local";
    if (!isLocal) await assertAvailable(store, services.connections, config);
    const sends = isLocal ? [] : [`sends the text to ${hostOf(config)}`];
    return {
      summary: `Generate the sound of the request ${id} again and play it`,
      effects: [...sends, "clients play the sound"],
    };
  },
  async execute(ctx, _plan, { id }) {
    const request = await findRequest(ctx.store, id);
    const fresh = { error: undefined, claim: undefined, playedBy: undefined, playedAt: undefined, isParked: undefined };
    if (isSpoken(request) && (await ctx.store.get(sounds, id)))
      return { request: await updateRequest(ctx, request, { ...fresh, state: "ready" }, requestRetried) };
    await work.discardAbout(ctx, id);
    const job = await work.add(ctx, { request: id, provider: request.voice.provider });
    return { request: await updateRequest(ctx, request, { ...fresh, state: "published", job }, requestRetried) };
  },
});

const isSpoken = ({ sound }: RequestRecord): boolean => sound !== undefined;
