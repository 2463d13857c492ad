import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";

const closed = { additionalProperties: false } as const;
const word = (description: string) => T.String({ minLength: 1, maxLength: 128, description });
const Text = T.String({ maxLength: 5_000 });
const Ids = T.Array(T.String({ minLength: 1, maxLength: 128 }), { maxItems: 10 });
const Share = T.Number({ minimum: 0, maximum: 1 });
const Speed = T.Number({ minimum: 0.25, maximum: 4, description: "1 is as fast as usual" });

export const VoiceSettings = T.Object(
  {
    stability: T.Optional(described(Share, "How even the voice is, 0 to 1")),
    similarityBoost: T.Optional(described(Share, "How close to the original voice, 0 to 1")),
    style: T.Optional(described(Share, "How much style is put into the voice, 0 to 1")),
    speed: T.Optional(Speed),
    useSpeakerBoost: T.Optional(T.Boolean({ description: "Whether the likeness to the speaker is raised" })),
  },
  closed,
);

export const VoiceProvider = T.Object(
  {
    applyLanguageTextNormalization: T.Optional(
      T.Boolean({ description: "Whether texts are normalized by the rules of their language" }),
    ),
    applyTextNormalization: T.Optional(
      described(oneOf("auto", "on", "off"), "Whether numbers, dates and the like are spelled out"),
    ),
    enableLogging: T.Optional(T.Boolean({ description: "Whether the provider may keep the text" })),
    nextRequestIds: T.Optional(described(Ids, "The provider's ids of what is spoken after it")),
    nextText: T.Optional(described(Text, "The text that is spoken after it")),
    optimizeStreamingLatency: T.Optional(
      T.Integer({ description: "How much quality to trade for speed: 0 (none) to 4 (most)", minimum: 0, maximum: 4 }),
    ),
    previousRequestIds: T.Optional(described(Ids, "The provider's ids of what was spoken before it")),
    previousText: T.Optional(described(Text, "The text that was spoken before it")),
    pronunciationDictionaryLocators: T.Optional(described(Ids, "The provider's ids of pronunciation dictionaries")),
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

/** How an agent speaks where a request for speech does not say. */
export const Speech = T.Object(
  {
    provider: T.Optional(described(oneOf("local", "voiceprovider"), "The provider")),
    voice: T.Optional(word("Id of the voice")),
    model: T.Optional(word("Id of the model that speaks")),
    lang: T.Optional(
      T.String({
        maxLength: 35,
        pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
        description: "As BCP 47 has it: de, pt-BR",
        examples: ["pt-BR"],
      }),
    ),
    format: T.Optional(
      T.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", description: "Of the sound: mp3_44100_128" }),
    ),
    speed: T.Optional(Speed),
    voiceSettings: T.Optional(described(VoiceSettings, "Settings of the voice")),
    voiceprovider: T.Optional(described(VoiceProvider, "Settings of the provider")),
  },
  closed,
);
export type Speech = Static<typeof Speech>;
