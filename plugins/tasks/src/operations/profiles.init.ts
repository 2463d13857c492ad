import { defineCommand, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { group } from "../group.ts";
import { findProfile, foldersOf } from "../profiles/catalogs.ts";
import { locationOf, pathOf } from "../profiles/disk/location.ts";
import { assertWritable, writeFolder } from "../profiles/disk/write.ts";
import { CatalogFull, CatalogRefused, CatalogUnknown, CatalogUnwritable, ProfileExists } from "../profiles/errors.ts";
import { profileCreated } from "../profiles/events.ts";
import { DEFAULT_PRESET, manifestOf, presetOf, scaffold } from "../profiles/presets/index.ts";
import { showProfile } from "../profiles/profile.ts";
import { FolderSource, NewProfileId, PresetName, Profile } from "../profiles/schemas.ts";

const files = T.Array(T.String(), { description: "Files written to the folder of the profile" });

export const profilesInit = defineCommand(group, {
  id: "tasks.profiles.init",
  summary: "Create a profile from a preset",
  description:
    "Writes a manifest and its templates to the workspace or user catalog. Existing files are never overwritten. " +
    "A workspace profile overrides profiles of the user, plugins and Postern with the same id.",
  // Writes files outside the store, so a call must never run twice.
  effect: "external",
  refusesExecute: true,
  input: T.Object({
    profileId: NewProfileId,
    preset: withDefault(described(PresetName, "Preset of the new profile"), DEFAULT_PRESET),
    source: withDefault(described(FolderSource, "Catalog of the profile"), "workspace"),
  }),
  output: T.Object({
    profile: described(Profile, "The profile"),
    preset: described(PresetName, "Preset of the new profile"),
    files,
  }),
  errors: [ProfileExists, CatalogUnknown, CatalogRefused, CatalogUnwritable, CatalogFull],
  examples: [{ title: "A workspace profile for newsletters", input: { profileId: "newsletter", preset: "content" } }],
  resource: ({ profileId }) => profileId,
  async plan(ctx, { profileId, preset, source }) {
    const location = locationOf(foldersOf(ctx), source);
    await assertWritable(location, profileId);
    const path = pathOf(location, profileId);
    return {
      summary: `Create the profile ${profileId} in the ${source} catalog from the preset ${preset}`,
      path,
      files: Object.keys(scaffold(presetOf(preset), profileId)),
    };
  },
  async execute(ctx, { files }, { profileId, preset, source }) {
    // Folder first, then event: a crash in between leaves a profile without an event, never an event without a profile.
    await writeFolder(locationOf(foldersOf(ctx), source), profileId, scaffold(presetOf(preset), profileId));
    const found = await findProfile(ctx, profileId, source);
    const profile = showProfile(found, manifestOf(presetOf(preset), profileId));
    ctx.emit(profileCreated, { profile });
    return { profile, preset, files };
  },
});
