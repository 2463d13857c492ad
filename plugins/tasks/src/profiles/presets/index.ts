import { MANIFEST_FILE, type Manifest, manifestSchema, SCHEMA_FILE } from "../manifest.ts";
import type { PresetName } from "../schemas.ts";
import { brainstorm } from "./brainstorm.ts";
import { content } from "./content.ts";
import { docFirst } from "./doc-first.ts";
import type { Preset } from "./preset.ts";
import { runtimeOnly } from "./runtime-only.ts";

export const DEFAULT_PRESET: PresetName = "doc-first";

export const presets: readonly Preset[] = [docFirst, brainstorm, runtimeOnly, content];

const byId = new Map<PresetName, Preset>(presets.map((preset) => [preset.id, preset]));
export const presetOf = (name: PresetName): Preset => byId.get(name) as Preset;

/** The manifest of a new profile created from the preset. */
export const manifestOf = ({ description, manifest }: Preset, id: string): Manifest => ({
  version: 1,
  id,
  name: nameOf(id),
  description,
  ...manifest,
});

/** The files that init writes, by name. */
export function scaffold(preset: Preset, id: string): Record<string, string> {
  const manifest = { $schema: `./${SCHEMA_FILE}`, ...manifestOf(preset, id) };
  return {
    [MANIFEST_FILE]: `${JSON.stringify(manifest, undefined, 2)}\n`,
    [SCHEMA_FILE]: manifestSchema(),
    ...preset.files,
  };
}

/** Converts `release-notes` to "Release notes". */
export function nameOf(id: string): string {
  const words = id.replaceAll(/[_-]+/g, " ").trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
