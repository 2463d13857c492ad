import type { Manifest } from "../manifest.ts";
import type { PresetName } from "../schemas.ts";

/** A starting point for new profiles: the variable parts of its manifest, and its files by name. */
export interface Preset {
  readonly id: PresetName;
  readonly description: string;
  readonly manifest: Pick<Manifest, "runtime" | "templates" | "inputs" | "checks">;
  readonly files: Readonly<Record<string, string>>;
}
