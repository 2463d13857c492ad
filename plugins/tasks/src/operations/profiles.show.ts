import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";
import { findProfile } from "../profiles/catalogs.ts";
import { CatalogRefused, CatalogUnknown, ProfileBroken, ProfileNotFound } from "../profiles/errors.ts";
import { inspectTemplates } from "../profiles/inspect.ts";
import { showWhole, soundManifest } from "../profiles/profile.ts";
import { Diagnostic, ProfileId, Source, WholeProfile } from "../profiles/schemas.ts";

export const profilesShow = defineQuery(group, {
  id: "tasks.profiles.show",
  summary: "Show a profile: its manifest, and the texts of its templates",
  description: "With `source`, the profile of that level is shown, even where another level overrides it.",
  input: T.Object({
    profileId: ProfileId,
    source: T.Optional(described(Source, "The one of this level; the one that counts unless said")),
  }),
  output: T.Object({
    profile: described(WholeProfile, "The profile"),
    diagnostics: T.Optional(
      T.Array(Diagnostic, { description: "What is wrong with its templates; absent where nothing is" }),
    ),
  }),
  errors: [ProfileNotFound, ProfileBroken, CatalogUnknown, CatalogRefused],
  examples: [{ title: "One that comes with Postern", input: { profileId: "doc-first" } }],
  resource: ({ profileId }) => profileId,
  async run(ctx, { profileId, source }) {
    const found = await findProfile(ctx, profileId, source);
    const manifest = await soundManifest(found);
    const { templates, diagnostics } = await inspectTemplates(found.folder, manifest);
    const profile = showWhole(found, manifest, templates);
    return { profile, ...(diagnostics.length > 0 && { diagnostics }) };
  },
});
