import type { Said } from "./voice/said.ts";

/** Input of `audio.tts`. */
export interface Asked extends Said {
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
