import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { group } from "../group.ts";
import { findProfile, foldersOf } from "../profiles/catalogs.ts";
import { locationOf } from "../profiles/disk/location.ts";
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

const MAX_SHOWN = 100;

export const profilesRemove = defineCommand(group, {
  id: "tasks.profiles.remove",
  summary: "Remove a profile and all files in its folder",
  description:
    "Removes the effective profile, or with source the profile in that catalog. A profile it overrode becomes effective " +
    "again. Invalid profiles can be removed too. Symbolic links are removed, never their targets.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({
    profileId: ProfileId,
    source: T.Optional(described(FolderSource, "Catalog of the profile")),
  }),
  output: T.Object({
    removed: T.Boolean({ description: "Whether it was removed" }),
    profileId: T.String({ description: "Id of the profile" }),
    source: described(FolderSource, "Catalog of the profile"),
    uncovered: T.Optional(described(Source, "Level of the profile now effective for this id")),
  }),
  errors: [ProfileNotFound, ProfileShipped, CatalogUnknown, CatalogRefused, CatalogUnwritable],
  examples: [{ title: "Remove a workspace profile", input: { profileId: "feature", source: "workspace" } }],
  resource: ({ profileId }) => profileId,
  async plan(ctx, { profileId, source: requested }) {
    const { folder, shadows } = await findProfile(ctx, profileId, requested);
    const { source, path } = folder;
    if (source !== "workspace" && source !== "user") throw ProfileShipped({ profileId, source });
    const files = await folder.files();
    return {
      summary: `Remove the profile ${profileId} from the ${source} catalog, with ${files.length} files and folders`,
      source,
      path,
      files: files.slice(0, MAX_SHOWN),
      ...(shadows[0] && { uncovered: shadows[0] }),
    };
  },
  async execute(ctx, { source, uncovered }, { profileId }) {
    // Folder first, then event, as in profiles.init.
    const removed = await removeFolder(locationOf(foldersOf(ctx), source), profileId);
    if (!removed) throw ProfileNotFound({ profileId, source });
    ctx.emit(profileRemoved, { profileId, source });
    return { removed, profileId, source, ...(uncovered && { uncovered }) };
  },
});
