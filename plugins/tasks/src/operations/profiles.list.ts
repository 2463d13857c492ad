import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf, listSource, withColumns } from "@postern/kit/paging";
import { group } from "../group.ts";
import { CatalogUnknown } from "../profiles/errors.ts";
import { MAX_DIAGNOSTICS } from "../profiles/limits.ts";
import { showProfile } from "../profiles/profile.ts";
import { readProfiles } from "../profiles/read-profiles.ts";
import { Diagnostic, diagnosticColumns, Profile, Source } from "../profiles/schemas.ts";

const Profiles = listOf("profiles", Profile, {
  id: "plain",
  name: "text",
  source: "plain",
  description: ["text", 1],
  path: ["plain", 2],
});

export const profilesList = defineQuery(group, {
  id: "tasks.profiles.list",
  summary: "List profiles, with overridden ones hidden",
  description:
    "Workspace profiles override profiles of the user, plugins and Postern. Invalid manifests and catalogs are reported " +
    "in diagnostics and still override profiles with the same id. tasks.profiles.validate also checks templates.",
  input: T.Object({
    source: T.Optional({ ...Source, description: "Only profiles of this level, including overridden ones" }),
    ...Profiles.fields,
  }),
  narrowed: true,
  output: T.Object({
    ...Profiles.output.properties,
    diagnostics: T.Optional(
      withColumns(
        T.Array(Diagnostic, {
          maxItems: MAX_DIAGNOSTICS,
          description: "Problems of all profiles, not only of this page; absent if there are none",
        }),
        diagnosticColumns,
      ),
    ),
  }),
  errors: [CatalogUnknown],
  examples: [
    { title: "All profiles", input: {} },
    { title: "Profiles that come with Postern", input: { source: "system" } },
  ],
  async run(ctx, input) {
    const { profiles, diagnostics } = await readProfiles(ctx, input.source);
    const page = await Profiles.answer(
      input,
      limitToGrants(listSource(profiles), ctx.caller, "tasks.profiles.list", ({ manifest }) => manifest.id),
      (found) => showProfile(found, found.manifest),
    );
    return { ...page, ...(diagnostics.length > 0 && { diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS) }) };
  },
});
