import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { group } from "../group.ts";
import { findProfile } from "../profiles/catalogs.ts";
import { CatalogRefused, CatalogUnknown, ProfileBroken, ProfileNotFound } from "../profiles/errors.ts";
import { inspectTemplates } from "../profiles/inspect.ts";
import { showDetails, validManifest } from "../profiles/profile.ts";
import { Diagnostic, diagnosticColumns, ProfileDetails, ProfileId, Source } from "../profiles/schemas.ts";

export const profilesShow = defineQuery(group, {
  id: "tasks.profiles.show",
  summary: "Show the manifest and templates of a profile",
  description: "With `source`, shows the profile of that level, even if another level overrides it.",
  input: T.Object({
    profileId: ProfileId,
    source: T.Optional(described(Source, "Level to read; by default the highest level with the profile")),
  }),
  output: T.Object({
    profile: described(ProfileDetails, "The profile"),
    diagnostics: T.Optional(
      withColumns(
        T.Array(Diagnostic, { description: "Problems of its templates; absent if there are none" }),
        diagnosticColumns,
      ),
    ),
  }),
  errors: [ProfileNotFound, ProfileBroken, CatalogUnknown, CatalogRefused],
  examples: [{ title: "A profile that comes with Postern", input: { profileId: "doc-first" } }],
  resource: ({ profileId }) => profileId,
  async run(ctx, { profileId, source }) {
    const found = await findProfile(ctx, profileId, source);
    const manifest = await validManifest(found);
    const { templates, diagnostics } = await inspectTemplates(found.folder, manifest);
    const profile = showDetails(found, manifest, templates);
    return { profile, ...(diagnostics.length > 0 && { diagnostics }) };
  },
});
