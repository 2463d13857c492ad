import { oneOf, type Static, T } from "@postern/core";
import type { EndsLater } from "@postern/core/presentation";
import { always, described, refersTo, storedMembers } from "@postern/kit/fields";
import { ShownVoiceProvider, ShownVoiceSettings, VoiceProvider, VoiceSettings } from "./voice/schemas.ts";

const requestId = (description: string) =>
  T.String({ minLength: 1, pattern: "^[A-Za-z0-9][A-Za-z0-9._~-]*$", description });
export const RequestId = refersTo(requestId("Request id"), { list: "audio.requests.list" });
export const OwnRequestId = requestId("Your own id for the request; repeating it publishes nothing");

const clientId = (description: string) =>
  T.String({ minLength: 1, pattern: "^[A-Za-z0-9][A-Za-z0-9._~:-]*$", description });
export const ClientId = clientId("Id of the client that plays the request");
export const OnlyClientId = clientId("Id of the only client that may play the request; by default any client");

export const Provider = oneOf("local", "voiceprovider");
export type Provider = Static<typeof Provider>;

export const STATES = ["published", "generating", "ready", "played", "failed", "cancelled"] as const;
export const State = oneOf(...STATES);
export type State = Static<typeof State>;

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });
const word = T.Optional(T.String());
const text = always(T.String());

export const ShownVoice = T.Object({
  provider: described(Provider, "Speech provider"),
  voiceId: described(text, "Voice id of the provider"),
  modelId: described(text, "Model id of the provider"),
  lang: described(text, "BCP 47 language tag"),
  outputFormat: T.String({ description: "Audio format" }),
  voiceSettings: described(ShownVoiceSettings, "Voice settings"),
  voiceprovider: described(ShownVoiceProvider, "Provider-specific settings"),
});
const Voice = T.Object({
  ...storedMembers(ShownVoice.properties),
  voiceSettings: T.Optional(VoiceSettings),
  voiceprovider: T.Optional(VoiceProvider),
});
export type Voice = Static<typeof Voice>;

export const ShownTarget = T.Object({
  accountId: described(text, "Target account, as given in the request"),
  canonicalChatId: described(text, "Chat id in this gateway"),
  channel: described(text, "Channel, such as irc"),
  chatId: described(text, "Target chat, as given in the request"),
  instanceId: described(text, "Id or alias of the adapter instance"),
  threadId: described(text, "Chat id of the thread, if the chat is a thread"),
});
const Target = T.Object(storedMembers(ShownTarget.properties));
export type Target = Static<typeof Target>;

export const ShownPlayback = T.Object({
  autoplay: T.Boolean({ description: "Whether clients play the request automatically" }),
  target: T.String({ description: "Kind of client that plays the request: extension" }),
  clientId: always(T.String({ description: "Only client that may play the request" }), "", "any client may play it"),
});
const Playback = T.Object(storedMembers(ShownPlayback.properties));

/** Fields of a request without its text and state. */
const asked = {
  id: T.String({ description: "Request id, chosen by the caller or generated" }),
  requestId: T.String({ description: "Generated id of the request" }),
  emitId: T.String({ description: "Generated id of the publication" }),
  agentId: described(word, "Agent id"),
  sessionKey: described(word, "Session key"),
  sessionName: described(word, "Session name"),
  createdAt: time("When the request was published"),
  metadata: T.Record(T.String(), T.Unknown(), { description: "Additional data; empty for requests of audio.tts" }),
  source: T.Record(T.String(), T.Unknown(), { description: "Operation and context that published the request" }),
  playback: described(ShownPlayback, "Playback options"),
  target: described(ShownTarget, "Account, channel and chat that the request is for"),
  voice: described(ShownVoice, "Voice and its settings"),
};
/** The stored form. */
const storedFields = {
  ...asked,
  playback: described(Playback, "Playback options"),
  target: described(Target, "Account, channel and chat that the request is for"),
  voice: described(Voice, "Voice and its settings"),
};
const PublishedRequest = T.Object(storedFields);
export type PublishedRequest = Static<typeof PublishedRequest>;

/** A request in its published form. */
export const Request = T.Object({ ...asked, text: T.String({ description: "Text to speak" }) });
export type Request = Static<typeof Request>;

/** Why a request failed or was delayed. */
export const Problem = T.Object({
  code: T.String({ description: "Machine-readable error code" }),
  message: T.String({ description: "Error message" }),
  at: time("When the error occurred"),
});

export const Sound = T.Object({
  type: T.String({ description: "Media type" }),
  bytes: T.Integer({ description: "Size in bytes" }),
  seconds: T.Optional(T.Number({ description: "Duration in seconds, if known" })),
});
export type Sound = Static<typeof Sound>;

export const Claim = T.Object({
  clientId: T.String({ description: "Id of the client that plays the request" }),
  until: time("When the claim expires"),
});

const stateFields = {
  textLength: T.Integer({ description: "Length of the text in characters" }),
  state: described(State, "State of the request"),
  updatedAt: time("When the request last changed"),
  readyAt: T.Optional(time("When the sound became ready")),
  error: T.Optional(described(Problem, "Why the request failed or was delayed")),
  sound: T.Optional(described(Sound, "Generated sound")),
  claim: T.Optional(described(Claim, "Claim of the client that plays the request")),
  playedBy: T.Optional(T.String({ description: "Id of the client that reported the result of the playback" })),
  playedAt: T.Optional(time("When the client reported the result")),
  job: T.Optional(T.String({ description: "Id of the job; see audio.work.show" })),
};
/** A request with its state, without its text. */
export const RequestHead = T.Object({ ...asked, ...stateFields });
/** The stored form. */
export const StoredHead = T.Object({ ...storedFields, ...stateFields });
export type RequestHead = Static<typeof RequestHead>;

export const ShownRequest = T.Object({ ...RequestHead.properties, text: T.String({ description: "Text to speak" }) });
export type ShownRequest = Static<typeof ShownRequest>;

export const OfferedVoice = T.Object({
  id: T.String({ description: "Voice id" }),
  name: T.String({ description: "Name of the voice" }),
  provider: described(Provider, "Speech provider"),
  engine: T.Optional(T.String({ description: "Speech engine of this machine" })),
  lang: described(word, "Language of the voice"),
  gender: described(word, "Gender of the voice, such as female"),
});
export type OfferedVoice = Static<typeof OfferedVoice>;

export const Worker = T.Object({
  provider: described(Provider, "Speech provider"),
  state: described(oneOf("running", "stopped"), "State of the worker"),
  engine: T.Optional(T.String({ description: "Speech engine of this machine" })),
  host: T.Optional(T.String({ description: "Host of the service" })),
  connection: T.Optional(T.String({ description: "Name of the credential connection with the key" })),
  reason: T.Optional(T.String({ description: "Why the worker is stopped" })),
  stoppedAt: T.Optional(time("When the worker was stopped")),
  waiting: T.Integer({ description: "Number of requests that wait for the worker to be resumed" }),
});
export type Worker = Static<typeof Worker>;

/** Where the end of the generation of speech is seen. */
export const speechEnds: EndsLater = {
  what: "speech request",
  query: "audio.requests.show",
  input: { id: "request.id" },
  state: "request.state",
  good: ["ready", "played"],
  bad: ["failed", "cancelled"],
  reason: "request.error.message",
};
