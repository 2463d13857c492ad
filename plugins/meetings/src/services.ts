import { defineService } from "@postern/core";

export type Availability = "ready" | "needs_credentials" | "not_installed" | "planned";

/** A voice runtime that a plugin offers. */
export interface VoiceRuntime {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly docsUrl: string;
  readonly constraints: readonly string[];
  readonly strengths: readonly string[];
  readonly defaultModel?: string;
  readonly providerRuntime?: string;
  /** Found by looking, without a network call. */
  availability(): Availability | Promise<Availability>;
}

/** How other plugins register theirs, in their setup. */
export interface VoiceRuntimes {
  /** Answers what takes it off again. Throws where the id is another plugin's, or something about it is wrong. */
  register(runtime: VoiceRuntime): () => void;
}

export const voiceRuntimes = defineService<VoiceRuntimes>("meetings.voice-runtimes");
