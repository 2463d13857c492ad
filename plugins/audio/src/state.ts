import type { Engine } from "./local/engine.ts";
import type { OfferedVoice } from "./schemas.ts";

/** What the operations and the worker of one gateway share. */
export interface State {
  /** What speaks on this machine, once it was looked up. */
  engine: Promise<Engine> | undefined;
  /** The voices that the service offered a moment ago. */
  voices: { readonly at: number; readonly voices: readonly OfferedVoice[] } | undefined;
}

export const createState = (): State => ({ engine: undefined, voices: undefined });
