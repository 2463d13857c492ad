import { defineService } from "@postern/core";

export type Availability = "ready" | "needs_credentials" | "not_installed" | "planned";

/** A voice runtime provided by a plugin. */
export interface VoiceRuntime {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly docsUrl: string;
  readonly constraints: readonly string[];
  readonly strengths: readonly string[];
  readonly defaultModel?: string;
  readonly providerRuntime?: string;
  /** Must be determined locally, without a network call. */
  availability(): Availability | Promise<Availability>;
}

/** Lets other plugins register voice runtimes during setup. */
export interface VoiceRuntimes {
  /** Returns a function that unregisters it. Throws if the runtime is invalid or its id is already registered. */
  register(runtime: VoiceRuntime): () => void;
}

export const voiceRuntimes = defineService<VoiceRuntimes>("meetings.voice-runtimes");
