import type { VoiceRuntime } from "../services.ts";

/** What a runtime takes to run here. Each program is one name, or several of which one is enough. */
export interface Needs {
  readonly packages?: readonly string[];
  readonly programs?: readonly (readonly string[])[];
  /** Whose credentials it takes. */
  readonly provider?: string;
}

/** A runtime of the catalogue; one without `needs` is known, and nothing here can run it yet. */
export interface Entry extends Omit<VoiceRuntime, "availability"> {
  readonly needs?: Needs;
}
