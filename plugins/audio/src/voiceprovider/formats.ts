import type { WavFormat } from "../wav.ts";

/** A format: a file of a media type, or, with `wav`, raw samples that are stored as a WAV file. */
export interface Coding {
  readonly type: string;
  readonly wav?: WavFormat;
  /** Whether the first bytes match the format. */
  matches(begin: Uint8Array): boolean;
}

const RATES = { pcm: [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000], law: [8_000] } as const;
const MPEG = /^mp3_(22050|24000|44100)_(24|32|48|64|96|128|192)$/;
const OPUS = /^opus_48000_(32|64|96|128|192)$/;
const SAMPLES = /^(pcm|ulaw|alaw|wav)_([0-9]{4,5})$/;

const startsWith = (text: string) => (begin: Uint8Array) =>
  Buffer.from(begin.subarray(0, text.length)).toString("latin1") === text;
const isMpeg = (begin: Uint8Array) =>
  startsWith("ID3")(begin) || (begin[0] === 0xff && ((begin[1] ?? 0) & 0xe0) === 0xe0);
/** Raw samples have no signature, but a text response can be recognized. */
const isBinary = (begin: Uint8Array) => !/^\s*[{<[]/.test(Buffer.from(begin.subarray(0, 16)).toString("latin1"));

export const DEFAULT_FORMAT = "mp3_44100_128";
export const FORMATS = `mp3_<22050|24000|44100>_<kbit/s>, opus_48000_<kbit/s>, pcm_<${RATES.pcm.join("|")}>, wav_<same rates as pcm>, ulaw_8000 and alaw_8000`;

/** The coding of a format name; undefined if the provider does not support it. */
export function codingOf(format: string): Coding | undefined {
  if (MPEG.test(format)) return { type: "audio/mpeg", matches: isMpeg };
  if (OPUS.test(format)) return { type: "audio/ogg", matches: startsWith("OggS") };
  const [, kind, digits] = SAMPLES.exec(format) ?? [];
  const rate = Number(digits);
  const known: readonly number[] = kind === "ulaw" || kind === "alaw" ? RATES.law : RATES.pcm;
  if (!known.includes(rate)) return undefined;
  if (kind === "wav") return { type: "audio/wav", matches: startsWith("RIFF") };
  const wav = { code: kind === "pcm" ? 1 : kind === "alaw" ? 6 : 7, channels: 1, rate, bits: kind === "pcm" ? 16 : 8 };
  return { type: "audio/wav", wav, matches: isBinary };
}
