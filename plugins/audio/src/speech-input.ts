import type { VoiceInput } from "./voice/voice-input.ts";

/** Input of `audio.tts`. */
export interface SpeechInput extends VoiceInput {
  readonly text: string;
  readonly id?: string;
  readonly account?: string;
  readonly agent?: string;
  readonly channel?: string;
  readonly chat?: string;
  readonly clientId?: string;
  readonly noAutoplay: boolean;
  readonly session?: string;
  readonly sessionKey?: string;
}
