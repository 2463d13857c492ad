import { oneOf, type Static, T } from "@postern/core";

const closed = { additionalProperties: false } as const;
const word = (description: string) => T.String({ minLength: 1, maxLength: 128, description });
const Text = T.String({ maxLength: 5_000 });
const Ids = T.Array(T.String({ minLength: 1, maxLength: 128 }), { maxItems: 10 });
const Share = T.Number({ minimum: 0, maximum: 1 });
const Speed = T.Number({ minimum: 0.25, maximum: 4, description: "1 is as fast as usual" });

export const VoiceSettings = T.Object(
  {
    stability: T.Optional(Share),
    similarityBoost: T.Optional(Share),
    style: T.Optional(Share),
    speed: T.Optional(Speed),
    useSpeakerBoost: T.Optional(T.Boolean()),
  },
  closed,
);

export const VoiceProvider = T.Object(
  {
    applyLanguageTextNormalization: T.Optional(T.Boolean()),
    applyTextNormalization: T.Optional(oneOf("auto", "on", "off")),
    enableLogging: T.Optional(T.Boolean()),
    nextRequestIds: T.Optional(Ids),
    nextText: T.Optional(Text),
    optimizeStreamingLatency: T.Optional(T.Integer({ minimum: 0, maximum: 4 })),
    previousRequestIds: T.Optional(Ids),
    previousText: T.Optional(Text),
    pronunciationDictionaryLocators: T.Optional(Ids),
    seed: T.Optional(T.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    usePvcAsIvc: T.Optional(T.Boolean()),
  },
  closed,
);

/** How an agent speaks where a request for speech does not say. */
export const Speech = T.Object(
  {
    provider: T.Optional(oneOf("local", "voiceprovider")),
    voice: T.Optional(word("Id of the voice")),
    model: T.Optional(word("Id of the model that speaks")),
    lang: T.Optional(
      T.String({
        maxLength: 35,
        pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
        description: "As BCP 47 has it: de, pt-BR",
      }),
    ),
    format: T.Optional(
      T.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", description: "Of the sound: mp3_44100_128" }),
    ),
    speed: T.Optional(Speed),
    voiceSettings: T.Optional(VoiceSettings),
    voiceprovider: T.Optional(VoiceProvider),
  },
  closed,
);
export type Speech = Static<typeof Speech>;
