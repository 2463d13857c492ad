import type { SoundStream } from "../sound.ts";

/** A voice of this machine. */
export interface LocalVoice {
  readonly id: string;
  readonly name: string;
  readonly lang: string;
  readonly gender?: string;
}

/** A speech engine of this machine. */
export interface Engine {
  readonly name: "espeak-ng" | "flite";
  readonly voices: readonly LocalVoice[];
  /** Id of the default voice. */
  readonly defaultVoice: string;
  /** Speaks a text. A `speed` of 1 is normal. */
  speak(request: { text: string; voice: string; speed: number }, signal: AbortSignal): Promise<SoundStream>;
  stop(): unknown;
}

/** Finds a voice by id or name, or the best match for a language: `de-AT` falls back to `de`. */
export function voiceFor(engine: Engine, request: { voice?: string | undefined; lang?: string | undefined }) {
  const { voices, defaultVoice } = engine;
  const { voice, lang } = request;
  if (voice !== undefined) {
    const wanted = voice.toLowerCase();
    return voices.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
  }
  const standard = voices.find(({ id }) => id === defaultVoice);
  if (lang === undefined) return standard;
  const parts = lang.toLowerCase().split("-");
  for (let length = parts.length; length > 0; length--) {
    const tag = parts.slice(0, length).join("-");
    const speaks = (one: LocalVoice) => one.lang.toLowerCase() === tag;
    const speaksAlike = (one: LocalVoice) => one.lang.toLowerCase().startsWith(`${tag}-`);
    const found =
      (standard && speaks(standard) && standard) ||
      voices.find(speaks) ||
      (standard && speaksAlike(standard) && standard) ||
      voices.find(speaksAlike);
    if (found) return found;
  }
  return undefined;
}
