import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { type RequestRecord, sounds } from "../collections.ts";
import { RequestNotFound, RequestUnderWay, WorkerStopped } from "../errors.ts";
import { requestRetried } from "../events.ts";
import { group } from "../group.ts";
import { change, requestOf } from "../request.ts";
import { RequestHead, RequestId } from "../schemas.ts";
import { hostOf } from "../voiceprovider/address.ts";
import { assertSpeaks } from "../voiceprovider/connection.ts";
import { work } from "../work/work.ts";

export const requestsRetry = defineCommand(group, {
  id: "audio.requests.retry",
  summary: "Give a request another try: what failed, was cancelled, is to be heard again, or waits too long",
  description: "Where its sound is there it is only played again; else it is spoken anew.",
  effect: "external",
  queued: true,
  input: T.Object({ id: RequestId }),
  output: T.Object({ request: described(RequestHead, "The request") }),
  errors: [RequestNotFound, RequestUnderWay, WorkerStopped],
  examples: [{ title: "One that failed", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async plan({ store, services, config }, { id }) {
    const request = await requestOf(store, id);
    const { state, voice } = request;
    if (state === "generating" || state === "ready") throw RequestUnderWay({ id, state });
    if (isSpoken(request))
      return { summary: `Have the request ${id} played again`, effects: ["clients play the sound"] };
    const isLocal = voice.provider === "local";
    if (!isLocal) await assertSpeaks(store, services.connections, config);
    const sends = isLocal ? [] : [`sends the text to ${hostOf(config)}`];
    return { summary: `Have the request ${id} spoken again and played`, effects: [...sends, "clients play the sound"] };
  },
  async execute(ctx, _plan, { id }) {
    const request = await requestOf(ctx.store, id);
    const fresh = { error: undefined, claim: undefined, playedBy: undefined, playedAt: undefined, isParked: undefined };
    if (isSpoken(request) && (await ctx.store.get(sounds, id)))
      return { request: await change(ctx, request, { ...fresh, state: "ready" }, requestRetried) };
    await work.discardAbout(ctx, id);
    const job = await work.add(ctx, { request: id, provider: request.voice.provider });
    return { request: await change(ctx, request, { ...fresh, state: "published", job }, requestRetried) };
  },
});

const isSpoken = ({ sound }: RequestRecord): boolean => sound !== undefined;
