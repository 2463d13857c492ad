import type { Engine } from "./local/engine.ts";
import type { OfferedVoice } from "./schemas.ts";

/** State shared by the operations and workers of one gateway. */
export interface State {
  /** The speech engine of this machine, once it was looked up. */
  engine: Promise<Engine> | undefined;
  /** Cached voices of the voice provider. */
  voices: { readonly at: number; readonly voices: readonly OfferedVoice[] } | undefined;
}

export const createState = (): State => ({ engine: undefined, voices: undefined });
