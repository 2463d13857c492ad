import { defineCommand, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";
import { findProfile } from "../profiles/catalogs.ts";
import { pathOf, placeOf } from "../profiles/disk/place.ts";
import { assertWritable, writeFolder } from "../profiles/disk/write.ts";
import { CatalogFull, CatalogRefused, CatalogUnknown, CatalogUnwritable, ProfileExists } from "../profiles/errors.ts";
import { profileCreated } from "../profiles/events.ts";
import { DEFAULT_PRESET, manifestOf, presetOf, scaffold } from "../profiles/presets/index.ts";
import { showProfile } from "../profiles/profile.ts";
import { FolderSource, PresetName, Profile, ProfileId } from "../profiles/schemas.ts";

const files = T.Array(T.String(), { description: "Written into the profile's folder" });

export const profilesInit = defineCommand(group, {
  id: "tasks.profiles.init",
  summary: "Create a profile in the workspace or the user's catalog, from a preset",
  description:
    "Writes a manifest and its templates, all of them or none, and nothing over what is there. " +
    "In the workspace it takes the place of what the user, plugins and Postern have under the same id.",
  // What is written lies outside of the store: it is never done twice for one call.
  effect: "external",
  input: T.Object({
    profileId: ProfileId,
    preset: withDefault(described(PresetName, "The preset that it began as"), DEFAULT_PRESET),
    source: withDefault(described(FolderSource, "The catalog that it is in"), "workspace"),
  }),
  output: T.Object({
    profile: described(Profile, "The profile"),
    preset: described(PresetName, "The preset that it began as"),
    files,
  }),
  errors: [ProfileExists, CatalogUnknown, CatalogRefused, CatalogUnwritable, CatalogFull],
  examples: [{ title: "For the letters of this workspace", input: { profileId: "newsletter", preset: "content" } }],
  resource: ({ profileId }) => profileId,
  async plan({ config }, { profileId, preset, source }) {
    const place = placeOf(config, source);
    await assertWritable(place, profileId);
    const path = pathOf(place, profileId);
    return {
      summary: `Write the profile ${profileId} into the ${source} catalog, from ${preset}`,
      path,
      files: Object.keys(scaffold(presetOf(preset), profileId)),
    };
  },
  async execute(ctx, { files }, { profileId, preset, source }) {
    // First the folder, then the event that tells of it: a crash in between leaves a profile that nobody was told of.
    await writeFolder(placeOf(ctx.config, source), profileId, scaffold(presetOf(preset), profileId));
    const found = await findProfile(ctx, profileId, source);
    const profile = showProfile(found, manifestOf(presetOf(preset), profileId));
    ctx.emit(profileCreated, { profile });
    return { profile, preset, files };
  },
});
