import { oneOf, type Static, T, type TSchema } from "@postern/core";
import { described } from "@postern/kit/fields";
import type { TArray, TNumber, TString } from "@sinclair/typebox";

const closed = { additionalProperties: false } as const;
const word = (description: string) => T.String({ minLength: 1, maxLength: 128, description });
const Speed = T.Number({ minimum: 0.25, maximum: 4, description: "Speaking rate; 1 is normal speed" });

/** Voice settings; `share` is what a share from 0 to 1 must fulfil. */
export const voiceSettingsOf = (share: TNumber) =>
  T.Object(
    {
      stability: T.Optional(described(share, "Stability of the voice, 0 to 1")),
      similarityBoost: T.Optional(described(share, "Similarity to the original voice, 0 to 1")),
      style: T.Optional(described(share, "Style exaggeration, 0 to 1")),
      speed: T.Optional(Speed),
      useSpeakerBoost: T.Optional(T.Boolean({ description: "Whether to boost similarity to the original speaker" })),
    },
    closed,
  );

/** What members of provider-specific settings must fulfil, which depends on where they are used. */
export interface ProviderLimits<Normalization extends TSchema> {
  readonly normalization: Normalization;
  readonly text: TString;
  readonly ids: TArray<TString>;
  readonly locators: TArray<TString>;
}

/** Provider-specific settings. */
export const voiceProviderOf = <N extends TSchema>({ normalization, text, ids, locators }: ProviderLimits<N>) =>
  T.Object(
    {
      applyLanguageTextNormalization: T.Optional(
        T.Boolean({ description: "Whether to apply language-specific text normalization" }),
      ),
      applyTextNormalization: T.Optional(described(normalization, "Whether to spell out numbers and dates")),
      enableLogging: T.Optional(T.Boolean({ description: "Whether the provider may log the request" })),
      nextRequestIds: T.Optional(described(ids, "Provider ids of the requests that follow this one")),
      nextText: T.Optional(described(text, "Text that follows this request")),
      optimizeStreamingLatency: T.Optional(
        T.Integer({
          description: "Latency optimization, from 0 (none) to 4 (maximum); higher values reduce quality",
          minimum: 0,
          maximum: 4,
        }),
      ),
      previousRequestIds: T.Optional(described(ids, "Provider ids of the requests before this one")),
      previousText: T.Optional(described(text, "Text before this request")),
      pronunciationDictionaryLocators: T.Optional(described(locators, "Provider ids of pronunciation dictionaries")),
      seed: T.Optional(
        T.Integer({
          description: "Seed for repeatable results",
          minimum: 0,
          maximum: 4_294_967_295,
        }),
      ),
      usePvcAsIvc: T.Optional(T.Boolean({ description: "Whether to use the instant clone of a professional voice" })),
    },
    closed,
  );

const ids = T.Array(T.String({ minLength: 1, maxLength: 128 }), { maxItems: 10 });
export const VoiceSettings = voiceSettingsOf(T.Number({ minimum: 0, maximum: 1 }));
export const VoiceProvider = voiceProviderOf({
  normalization: oneOf("auto", "on", "off"),
  text: T.String({ maxLength: 5_000 }),
  ids,
  locators: ids,
});

/** Defaults for speech requests of an agent. */
export const Speech = T.Object(
  {
    provider: T.Optional(described(oneOf("local", "voiceprovider"), "Speech provider")),
    voice: T.Optional(word("Voice id")),
    model: T.Optional(word("Id of the speech model")),
    lang: T.Optional(
      T.String({
        maxLength: 35,
        pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
        description: "BCP 47 language tag, such as de or pt-BR",
        examples: ["pt-BR"],
      }),
    ),
    format: T.Optional(
      T.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", description: "Audio format, such as mp3_44100_128" }),
    ),
    speed: T.Optional(Speed),
    voiceSettings: T.Optional(described(VoiceSettings, "Voice settings")),
    voiceprovider: T.Optional(described(VoiceProvider, "Provider-specific settings")),
  },
  closed,
);
export type Speech = Static<typeof Speech>;
