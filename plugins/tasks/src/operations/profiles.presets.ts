import { defineQuery, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { listOf, listSource } from "@postern/kit/paging";
import { group } from "../group.ts";
import { DEFAULT_PRESET, nameOf, presets, scaffold } from "../profiles/presets/index.ts";
import { PresetName } from "../profiles/schemas.ts";

export const Preset = T.Object({
  id: described(PresetName, "Id of the preset"),
  name: T.String({ description: "Name of the preset" }),
  description: T.String({ description: "Description of the preset" }),
  files: T.Array(T.String(), { description: "Files that tasks.profiles.init writes" }),
  isDefault: T.Boolean({ description: "Whether it is used if no preset is given" }),
});
const Presets = listOf("presets", Preset, {
  id: "plain",
  name: "text",
  isDefault: "plain",
  description: "text",
  files: ["text", 1],
});

const shown: readonly Static<typeof Preset>[] = presets.map((preset) => ({
  id: preset.id,
  name: nameOf(preset.id),
  description: preset.description,
  files: Object.keys(scaffold(preset, preset.id)),
  isDefault: preset.id === DEFAULT_PRESET,
}));

export const profilesPresets = defineQuery(group, {
  id: "tasks.profiles.presets",
  summary: "List presets for new profiles",
  description: "Each preset is also available as a profile with the same id.",
  input: T.Object({ ...Presets.fields }),
  output: Presets.output,
  examples: [{ title: "All presets", input: {} }],
  run: (_ctx, input) => Presets.answer(input, listSource(shown), (preset) => preset),
});
