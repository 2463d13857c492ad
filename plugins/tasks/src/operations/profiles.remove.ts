import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";
import { findProfile } from "../profiles/catalogs.ts";
import { placeOf } from "../profiles/disk/place.ts";
import { removeFolder } from "../profiles/disk/write.ts";
import {
  CatalogRefused,
  CatalogUnknown,
  CatalogUnwritable,
  ProfileNotFound,
  ProfileShipped,
} from "../profiles/errors.ts";
import { profileRemoved } from "../profiles/events.ts";
import { FolderSource, ProfileId, Source } from "../profiles/schemas.ts";

const MOST_SHOWN = 100;

export const profilesRemove = defineCommand(group, {
  id: "tasks.profiles.remove",
  summary: "Remove a profile from the workspace or the user's catalog, with all files in its folder",
  description:
    "The one that counts, unless a source is named; what it hid counts again. Broken profiles can be removed too. " +
    "A symbolic link is removed itself, never what it leads to.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({
    profileId: ProfileId,
    source: T.Optional(described(FolderSource, "The catalog that it is in")),
  }),
  output: T.Object({
    removed: T.Boolean({ description: "How many were removed" }),
    profileId: T.String({ description: "Id of the profile" }),
    source: described(FolderSource, "The catalog that it is in"),
    uncovered: T.Optional(described(Source, "The level whose profile the id stands for now")),
  }),
  errors: [ProfileNotFound, ProfileShipped, CatalogUnknown, CatalogRefused, CatalogUnwritable],
  examples: [{ title: "One of the workspace", input: { profileId: "feature", source: "workspace" } }],
  resource: ({ profileId }) => profileId,
  async plan(ctx, { profileId, source: asked }) {
    const { folder, shadows } = await findProfile(ctx, profileId, asked);
    const { source, path } = folder;
    if (source !== "workspace" && source !== "user") throw ProfileShipped({ profileId, source });
    const files = await folder.files();
    return {
      summary: `Remove ${profileId} from the ${source} catalog, with ${files.length} files and folders in it`,
      source,
      path,
      files: files.slice(0, MOST_SHOWN),
      ...(shadows[0] && { uncovered: shadows[0] }),
    };
  },
  async execute({ config, emit }, { source, uncovered }, { profileId }) {
    // First the folder, then the event that tells of it, as with its creation.
    const removed = await removeFolder(placeOf(config, source), profileId);
    if (!removed) throw ProfileNotFound({ profileId, source });
    emit(profileRemoved, { profileId, source });
    return { removed, profileId, source, ...(uncovered && { uncovered }) };
  },
});
