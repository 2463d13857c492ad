import { type EventDefinition, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { answerFrom } from "@postern/kit/fields";
import { published, type RequestRecord, requests, sounds, texts } from "./collections.ts";
import { ClientMismatch, RequestNotFound, RequestNotReady, RequestTaken } from "./errors.ts";
import { requestRemoved } from "./events.ts";
import { type PublishedRequest, Request, RequestHead, ShownPlayback, ShownTarget, ShownVoice } from "./schemas.ts";
import { plannedVoice } from "./voice/resolve.ts";
import { ShownVoiceProvider, ShownVoiceSettings } from "./voice/schemas.ts";

/** Finds a request or throws 404. */
export async function findRequest(store: Reads, id: string): Promise<RequestRecord> {
  const found = await store.get(requests, id);
  if (!found) throw RequestNotFound({ id });
  return found;
}

/** The public form of a request, without its text. */
export const showHead = (record: RequestRecord): RequestHead => shownHead({ ...record, ...partsOf(record) });
/** The published form of a request, with its text. */
export const showRequest = (said: PublishedRequest, text: string): Request =>
  shownRequest({ ...said, ...partsOf(said), text });

const partsOf = ({ voice, target, playback }: PublishedRequest) => ({
  voice: shownVoice({
    ...voice,
    voiceSettings: shownSettings(voice.voiceSettings ?? {}),
    voiceprovider: shownProvider(voice.voiceprovider ?? {}),
  }),
  target: shownTarget(target),
  playback: shownPlayback(playback),
});
const shownHead = answerFrom(RequestHead);
const shownRequest = answerFrom(Request);
const shownVoice = answerFrom(ShownVoice);
const shownSettings = answerFrom(ShownVoiceSettings);
const shownProvider = answerFrom(ShownVoiceProvider);
const shownTarget = answerFrom(ShownTarget);
const shownPlayback = answerFrom(ShownPlayback);

/** Removes `previousText` and `nextText`. */
const withoutTexts = (request: PublishedRequest): PublishedRequest => ({
  ...request,
  voice: plannedVoice(request.voice),
});

type Change = { [K in keyof RequestRecord]?: RequestRecord[K] | undefined };

/** Stages a change of a request and its event. Undefined values remove a field. */
export async function updateRequest(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  before: RequestRecord,
  said: Change,
  event: EventDefinition<string, { request: RequestHead }>,
): Promise<RequestHead> {
  const record = omitUndefined({ ...before, ...said, updatedAt: now }) as RequestRecord;
  await store.put(requests, record);
  const request = showHead(record);
  emit(event, { request });
  return request;
}

/** Deletes a request with its text and sound. An id chosen by a caller stays reserved. */
export async function deleteRequest({ store, emit }: Pick<Transacting, "store" | "emit">, id: string): Promise<void> {
  await store.delete(requests, id);
  await store.delete(texts, id);
  await store.delete(sounds, id);
  const kept = await store.get(published, id);
  if (kept) await store.put(published, { ...kept, request: withoutTexts(kept.request as PublishedRequest) });
  emit(requestRemoved, { id });
}

/** Throws if a client may not play a request, or another client was first. */
export function assertPlayable({ id, state, playback, claim, playedBy }: RequestRecord, clientId: string, now: number) {
  if (playback.clientId !== undefined && playback.clientId !== clientId)
    throw ClientMismatch({ id, clientId: playback.clientId });
  if (playedBy !== undefined && state !== "ready") throw RequestTaken({ id, clientId: playedBy, state });
  if (state !== "ready") throw RequestNotReady({ id, state });
  if (claim && claim.clientId !== clientId && claim.until > now)
    throw RequestTaken({ id, clientId: claim.clientId, state });
}
