import { voiceProviderOf, voiceSettingsOf } from "@postern/agents/services";
import { type Static, T } from "@postern/core";
import { always, described } from "@postern/kit/fields";

const closed = { additionalProperties: false } as const;
export const SLOWEST = 0.25;
export const FASTEST = 4;

export const VoiceSettings = voiceSettingsOf(T.Number());
export type VoiceSettings = Static<typeof VoiceSettings>;

/** The service itself limits number and length of ids. */
export const VoiceProvider = voiceProviderOf({
  normalization: T.String({ pattern: "^(auto|on|off)$" }),
  text: T.String(),
  ids: T.Array(T.String({ minLength: 1 })),
  locators: T.Array(T.String({ minLength: 1, pattern: "^[^:]+(:[^:]+)?$", description: "`id` or `id:version`" })),
});
export type VoiceProvider = Static<typeof VoiceProvider>;

const unset = "it is not set";
const shownNumber = (description: string, empty = 0) => always(T.Number({ description }), empty, unset);
const shownText = (description: string) => always(T.String({ description }), "", unset);
const shownChoice = (description: string) => always(T.Boolean({ description }), false, unset);
const shownIds = (description: string) => always(T.Array(T.String(), { description }), [], unset);

/** The settings in answers, which always contain all fields. */
export const ShownVoiceSettings = T.Object({
  stability: shownNumber("Stability of the voice, 0 to 1"),
  similarityBoost: shownNumber("Similarity to the original voice, 0 to 1"),
  style: shownNumber("Style exaggeration, 0 to 1"),
  speed: shownNumber("Speaking rate", 1),
  useSpeakerBoost: shownChoice("Whether to boost similarity to the original speaker"),
});
export const ShownVoiceProvider = T.Object({
  applyLanguageTextNormalization: shownChoice("Whether to apply language-specific text normalization"),
  applyTextNormalization: shownText("Whether to spell out numbers and dates: auto, on or off"),
  enableLogging: shownChoice("Whether the provider may log the request"),
  nextRequestIds: shownIds("Provider ids of the requests that follow this one"),
  nextText: shownText("Text that follows this request"),
  optimizeStreamingLatency: shownNumber(
    "Latency optimization, from 0 (none) to 4 (maximum); higher values reduce quality",
  ),
  previousRequestIds: shownIds("Provider ids of the requests before this one"),
  previousText: shownText("Text before this request"),
  pronunciationDictionaryLocators: shownIds("Provider ids of pronunciation dictionaries"),
  seed: shownNumber("Seed for repeatable results"),
  usePvcAsIvc: shownChoice("Whether to use the instant clone of a professional voice"),
});

/** Starts with an ASCII alphanumeric, because it becomes part of a URL path and a command-line argument. */
export const VoiceName = T.String({
  minLength: 1,
  pattern: "^[A-Za-z0-9][A-Za-z0-9/ _.+()'-]*$",
  description: "Voice id; see audio.voices.list",
});
export const ModelName = T.String({
  minLength: 1,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._:/-]*$",
  description: "Id of the speech model",
});
export const Lang = T.String({
  pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
  description: "BCP 47 language tag, such as de or pt-BR",
  examples: ["pt-BR"],
});
export const Format = T.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  description: "Audio format, such as wav or mp3_44100_128",
});

/** Speech settings of a request, or defaults of an agent. */
export const Speech = T.Object(
  {
    provider: T.Optional(T.String({ description: "Speech provider", pattern: "^(local|voiceprovider)$" })),
    voice: T.Optional(VoiceName),
    model: T.Optional(ModelName),
    lang: T.Optional(Lang),
    format: T.Optional(Format),
    speed: T.Optional(
      T.Number({ description: "Speaking rate; 1 is normal speed", minimum: SLOWEST, maximum: FASTEST }),
    ),
    voiceSettings: T.Optional(described(VoiceSettings, "Voice settings")),
    voiceprovider: T.Optional(described(VoiceProvider, "Provider-specific settings")),
  },
  closed,
);
export type Speech = Static<typeof Speech>;
