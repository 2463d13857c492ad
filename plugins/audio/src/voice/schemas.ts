import { type Static, T } from "@postern/core";

const closed = { additionalProperties: false } as const;
const Text = T.String();
/** How many it takes, and up to which length, its service knows. */
const Ids = T.Array(T.String({ minLength: 1 }));
const Share = T.Number();

export const SLOWEST = 0.25;
export const FASTEST = 4;

export const VoiceSettings = T.Object(
  {
    stability: T.Optional(Share),
    similarityBoost: T.Optional(Share),
    style: T.Optional(Share),
    speed: T.Optional(T.Number({ minimum: SLOWEST, maximum: FASTEST })),
    useSpeakerBoost: T.Optional(T.Boolean()),
  },
  closed,
);
export type VoiceSettings = Static<typeof VoiceSettings>;

export const VoiceProvider = T.Object(
  {
    applyLanguageTextNormalization: T.Optional(T.Boolean()),
    applyTextNormalization: T.Optional(T.String({ pattern: "^(auto|on|off)$" })),
    enableLogging: T.Optional(T.Boolean()),
    nextRequestIds: T.Optional(Ids),
    nextText: T.Optional(Text),
    optimizeStreamingLatency: T.Optional(T.Integer({ minimum: 0, maximum: 4 })),
    previousRequestIds: T.Optional(Ids),
    previousText: T.Optional(Text),
    pronunciationDictionaryLocators: T.Optional(
      T.Array(T.String({ minLength: 1, pattern: "^[^:]+(:[^:]+)?$", description: "`id` or `id:version`" })),
    ),
    seed: T.Optional(T.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    usePvcAsIvc: T.Optional(T.Boolean()),
  },
  closed,
);
export type VoiceProvider = Static<typeof VoiceProvider>;

/** Begins with a letter or digit: it stands in the path of an address, and in an argument. */
export const VoiceName = T.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[A-Za-z0-9][A-Za-z0-9/ _.+()'-]*$",
  description: "Id of the voice, as audio.voices.list tells them",
});
export const ModelName = T.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._:/-]*$",
  description: "Id of the model that speaks",
});
export const Lang = T.String({
  maxLength: 35,
  pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
  description: "The language, as BCP 47 has it: de, pt-BR",
});
export const Format = T.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$",
  description: "Of the sound: wav, mp3_44100_128",
});

/** How an agent speaks where a request does not say; also what a request says for itself. */
export const Speech = T.Object(
  {
    provider: T.Optional(T.String({ pattern: "^(local|voiceprovider)$" })),
    voice: T.Optional(VoiceName),
    model: T.Optional(ModelName),
    lang: T.Optional(Lang),
    format: T.Optional(Format),
    speed: T.Optional(T.Number({ minimum: SLOWEST, maximum: FASTEST })),
    voiceSettings: T.Optional(VoiceSettings),
    voiceprovider: T.Optional(VoiceProvider),
  },
  closed,
);
export type Speech = Static<typeof Speech>;
