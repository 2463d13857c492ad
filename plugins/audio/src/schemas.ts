import { oneOf, type Static, T } from "@postern/core";
import { always, described, kept } from "@postern/core/fields";
import { ShownVoiceProvider, ShownVoiceSettings, VoiceProvider, VoiceSettings } from "./voice/schemas.ts";

const requestId = (description: string) =>
  T.String({ minLength: 1, pattern: "^[A-Za-z0-9][A-Za-z0-9._~-]*$", description });
export const RequestId = requestId("The request");
export const OwnRequestId = requestId("A name for the request: the same again publishes nothing");

const clientId = (description: string) =>
  T.String({ minLength: 1, pattern: "^[A-Za-z0-9][A-Za-z0-9._~:-]*$", description });
export const ClientId = clientId("The client that plays");
export const OnlyClientId = clientId("The only client that is to play it; whichever comes first unless named");

export const Provider = oneOf("local", "voiceprovider");
export type Provider = Static<typeof Provider>;

export const STATES = ["published", "generating", "ready", "played", "failed", "cancelled"] as const;
export const State = oneOf(...STATES);
export type State = Static<typeof State>;

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });
const word = T.Optional(T.String());
const text = always(T.String());

export const ShownVoice = T.Object({
  provider: described(Provider, "The provider"),
  voiceId: described(text, "The provider's id of the voice"),
  modelId: described(text, "The provider's id of the model"),
  lang: described(text, "Language, as BCP 47 has it"),
  outputFormat: T.String({ description: "Format of the sound" }),
  voiceSettings: described(ShownVoiceSettings, "Settings of the voice"),
  voiceprovider: described(ShownVoiceProvider, "Settings of the provider"),
});
const Voice = T.Object({
  ...kept(ShownVoice.properties),
  voiceSettings: T.Optional(VoiceSettings),
  voiceprovider: T.Optional(VoiceProvider),
});
export type Voice = Static<typeof Voice>;

export const ShownTarget = T.Object({
  accountId: described(text, "Id of the account"),
  canonicalChatId: described(text, "Id of the chat at this gateway"),
  channel: described(text, "Kind of the platform, such as irc"),
  chatId: described(text, "Id of the chat"),
  instanceId: described(text, "Id of the adapter that carries it"),
  threadId: described(text, "Id of the thread"),
});
const Target = T.Object(kept(ShownTarget.properties));
export type Target = Static<typeof Target>;

export const ShownPlayback = T.Object({
  autoplay: T.Boolean({ description: "Whether clients play it without being asked" }),
  target: T.String({ description: "What it is for" }),
  clientId: always(T.String({ description: "Only this client plays it" }), "", "any client may play it"),
});
const Playback = T.Object(kept(ShownPlayback.properties));

/** What a request is, apart from what it says. */
const asked = {
  id: T.String({ description: "As the caller named it, or made here" }),
  requestId: T.String({ description: "Made here" }),
  emitId: T.String({ description: "Of its publication" }),
  agentId: described(word, "Id of the agent"),
  sessionKey: described(word, "Key of the session"),
  sessionName: described(word, "Name of the session"),
  createdAt: time("When it was published"),
  metadata: T.Record(T.String(), T.Unknown(), { description: "What else is known, by name" }),
  source: T.Record(T.String(), T.Unknown(), { description: "Where it comes from, by name" }),
  playback: described(ShownPlayback, "How it is played"),
  target: described(ShownTarget, "Where it is to go"),
  voice: described(ShownVoice, "How it is spoken"),
};
/** The same as it is stored. */
const stored = {
  ...asked,
  playback: described(Playback, "How it is played"),
  target: described(Target, "Where it is to go"),
  voice: described(Voice, "How it is spoken"),
};
const Said = T.Object(stored);
export type Said = Static<typeof Said>;

/** A request as it is published. */
export const Request = T.Object({ ...asked, text: T.String({ description: "The text" }) });
export type Request = Static<typeof Request>;

/** Why it failed, or why it has to wait. */
export const Trouble = T.Object({
  code: T.String({ description: "What is wrong, for programs" }),
  message: T.String({ description: "What is wrong, for people" }),
  at: time("When that was"),
});

export const Sound = T.Object({
  type: T.String({ description: "Media type" }),
  bytes: T.Integer({ description: "Size, in bytes" }),
  seconds: T.Optional(T.Number({ description: "How long it sounds, where that is known" })),
});
export type Sound = Static<typeof Sound>;

export const Claim = T.Object({
  clientId: T.String({ description: "Id of the client that plays it" }),
  until: time("How long others leave it alone"),
});

const became = {
  textLength: T.Integer({ description: "Characters" }),
  state: described(State, "Its state"),
  updatedAt: time("When its state last changed"),
  readyAt: T.Optional(time("When its sound was there")),
  error: T.Optional(described(Trouble, "Why it failed")),
  sound: T.Optional(described(Sound, "The sound")),
  claim: T.Optional(described(Claim, "The client that plays it now")),
  playedBy: T.Optional(T.String({ description: "The client that told what became of it" })),
  playedAt: T.Optional(time("When it told")),
  job: T.Optional(T.String({ description: "Its job: see audio.work.show" })),
};
/** A request and what became of it, without its text. */
export const RequestHead = T.Object({ ...asked, ...became });
/** The same as it is stored. */
export const StoredHead = T.Object({ ...stored, ...became });
export type RequestHead = Static<typeof RequestHead>;

export const ShownRequest = T.Object({ ...RequestHead.properties, text: T.String({ description: "The text" }) });
export type ShownRequest = Static<typeof ShownRequest>;

export const OfferedVoice = T.Object({
  id: T.String({ description: "Id of the voice" }),
  name: T.String({ description: "Its name" }),
  provider: described(Provider, "The provider"),
  engine: T.Optional(T.String({ description: "The program that speaks" })),
  lang: described(word, "Language, as BCP 47 has it"),
  gender: described(word, "What the provider says of the voice, like female"),
});
export type OfferedVoice = Static<typeof OfferedVoice>;

export const Worker = T.Object({
  provider: described(Provider, "The provider"),
  state: described(oneOf("running", "stopped"), "Its state"),
  engine: T.Optional(T.String({ description: "The program that speaks" })),
  host: T.Optional(T.String({ description: "The service that speaks" })),
  connection: T.Optional(T.String({ description: "The credential connection with its key" })),
  reason: T.Optional(T.String({ description: "Why it is stopped" })),
  stoppedAt: T.Optional(time("Since when")),
  waiting: T.Integer({ description: "Requests that wait for it to go on" }),
});
export type Worker = Static<typeof Worker>;
