import { type Static, T } from "@postern/core";
import { always, described } from "@postern/core/fields";

const closed = { additionalProperties: false } as const;
const Text = T.String();
/** How many it takes, and up to which length, its service knows. */
const Ids = T.Array(T.String({ minLength: 1 }));
const Share = T.Number();

export const SLOWEST = 0.25;
export const FASTEST = 4;

export const VoiceSettings = T.Object(
  {
    stability: T.Optional(described(Share, "How even the voice is, 0 to 1")),
    similarityBoost: T.Optional(described(Share, "How close to the original voice, 0 to 1")),
    style: T.Optional(described(Share, "How much style is put into the voice, 0 to 1")),
    speed: T.Optional(
      T.Number({ description: "How fast it speaks, 1 for the usual", minimum: SLOWEST, maximum: FASTEST }),
    ),
    useSpeakerBoost: T.Optional(T.Boolean({ description: "Whether the likeness to the speaker is raised" })),
  },
  closed,
);
export type VoiceSettings = Static<typeof VoiceSettings>;

export const VoiceProvider = T.Object(
  {
    applyLanguageTextNormalization: T.Optional(
      T.Boolean({ description: "Whether texts are normalized by the rules of their language" }),
    ),
    applyTextNormalization: T.Optional(
      T.String({ description: "Whether numbers, dates and the like are spelled out", pattern: "^(auto|on|off)$" }),
    ),
    enableLogging: T.Optional(T.Boolean({ description: "Whether the provider may keep the text" })),
    nextRequestIds: T.Optional(described(Ids, "The provider's ids of what is spoken after it")),
    nextText: T.Optional(described(Text, "The text that is spoken after it")),
    optimizeStreamingLatency: T.Optional(
      T.Integer({ description: "How much quality to trade for speed: 0 (none) to 4 (most)", minimum: 0, maximum: 4 }),
    ),
    previousRequestIds: T.Optional(described(Ids, "The provider's ids of what was spoken before it")),
    previousText: T.Optional(described(Text, "The text that was spoken before it")),
    pronunciationDictionaryLocators: T.Optional(
      T.Array(T.String({ minLength: 1, pattern: "^[^:]+(:[^:]+)?$", description: "`id` or `id:version`" }), {
        description: "The provider's ids of pronunciation dictionaries",
      }),
    ),
    seed: T.Optional(
      T.Integer({
        description: "A number that makes the same text sound the same",
        minimum: 0,
        maximum: 4_294_967_295,
      }),
    ),
    usePvcAsIvc: T.Optional(T.Boolean({ description: "Whether a professional voice is used as an instant one" })),
  },
  closed,
);
export type VoiceProvider = Static<typeof VoiceProvider>;

const unset = "none is set";
const shownNumber = (description: string, empty = 0) => always(T.Number({ description }), empty, unset);
const shownText = (description: string) => always(T.String({ description }), "", unset);
const shownChoice = (description: string) => always(T.Boolean({ description }), false, unset);
const shownIds = (description: string) => always(T.Array(T.String(), { description }), [], unset);

/** The same settings in an answer, which has all of them. */
export const ShownVoiceSettings = T.Object({
  stability: shownNumber("How even the voice is, 0 to 1"),
  similarityBoost: shownNumber("How close to the original voice, 0 to 1"),
  style: shownNumber("How much style is put into the voice, 0 to 1"),
  speed: shownNumber("How fast it speaks", 1),
  useSpeakerBoost: shownChoice("Whether the likeness to the speaker is raised"),
});
export const ShownVoiceProvider = T.Object({
  applyLanguageTextNormalization: shownChoice("Whether texts are normalized by the rules of their language"),
  applyTextNormalization: shownText("Whether numbers, dates and the like are spelled out: auto, on or off"),
  enableLogging: shownChoice("Whether the provider is told that it may keep the text"),
  nextRequestIds: shownIds("The provider's ids of what is spoken after it"),
  nextText: shownText("The text that is spoken after it"),
  optimizeStreamingLatency: shownNumber("How much quality to trade for speed: 0 (none) to 4 (most)"),
  previousRequestIds: shownIds("The provider's ids of what was spoken before it"),
  previousText: shownText("The text that was spoken before it"),
  pronunciationDictionaryLocators: shownIds("The provider's ids of pronunciation dictionaries"),
  seed: shownNumber("A number that makes the same text sound the same"),
  usePvcAsIvc: shownChoice("Whether a professional voice is used as an instant one"),
});

/** Begins with a letter or digit: it stands in the path of an address, and in an argument. */
export const VoiceName = T.String({
  minLength: 1,
  pattern: "^[A-Za-z0-9][A-Za-z0-9/ _.+()'-]*$",
  description: "Id of the voice, as audio.voices.list tells them",
});
export const ModelName = T.String({
  minLength: 1,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._:/-]*$",
  description: "Id of the model that speaks",
});
export const Lang = T.String({
  pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
  description: "The language, as BCP 47 has it: de, pt-BR",
  examples: ["pt-BR"],
});
export const Format = T.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  description: "Of the sound: wav, mp3_44100_128",
});

/** How an agent speaks where a request does not say; also what a request says for itself. */
export const Speech = T.Object(
  {
    provider: T.Optional(T.String({ description: "The provider", pattern: "^(local|voiceprovider)$" })),
    voice: T.Optional(VoiceName),
    model: T.Optional(ModelName),
    lang: T.Optional(Lang),
    format: T.Optional(Format),
    speed: T.Optional(
      T.Number({ description: "How fast it speaks, 1 for the usual", minimum: SLOWEST, maximum: FASTEST }),
    ),
    voiceSettings: T.Optional(described(VoiceSettings, "Settings of the voice")),
    voiceprovider: T.Optional(described(VoiceProvider, "Settings of the provider")),
  },
  closed,
);
export type Speech = Static<typeof Speech>;
