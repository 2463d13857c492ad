import type { VoiceRuntime } from "../services.ts";

/** The requirements of a runtime. Each program is a list of alternatives. */
export interface Needs {
  readonly packages?: readonly string[];
  readonly programs?: readonly (readonly string[])[];
  /** The provider whose credentials it needs. */
  readonly provider?: string;
}

/** A runtime of the catalogue. Without `needs`, it is planned and cannot run yet. */
export interface Entry extends Omit<VoiceRuntime, "availability"> {
  readonly needs?: Needs;
}
