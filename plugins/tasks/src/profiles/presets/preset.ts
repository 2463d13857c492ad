import type { Manifest } from "../manifest.ts";
import type { PresetName } from "../schemas.ts";

/** A profile to begin with: what its manifest says, and its files by name. */
export interface Preset {
  readonly id: PresetName;
  readonly description: string;
  readonly manifest: Pick<Manifest, "runtime" | "templates" | "inputs" | "checks">;
  readonly files: Readonly<Record<string, string>>;
}
