import { defineQuery, T } from "@postern/core";
import { all, listOf, reached } from "@postern/core/paging";
import { group } from "../group.ts";
import { CatalogUnknown } from "../profiles/errors.ts";
import { MOST_DIAGNOSTICS } from "../profiles/limits.ts";
import { showProfile } from "../profiles/profile.ts";
import { Diagnostic, Profile, Source } from "../profiles/schemas.ts";
import { surveyProfiles } from "../profiles/survey.ts";

const Profiles = listOf("profiles", Profile);

export const profilesList = defineQuery(group, {
  id: "tasks.profiles.list",
  summary: "List profiles, each as it counts: the workspace's before the user's, plugins' and Postern's own",
  description:
    "What is wrong with a catalog or a manifest is among the diagnostics, and the others are listed all the same. " +
    "A broken profile hides those of its id below it. tasks.profiles.validate looks into the templates too.",
  input: T.Object({
    source: T.Optional({ ...Source, description: "Only those of this level, hidden ones too" }),
    ...Profiles.fields,
  }),
  narrowed: true,
  output: T.Object({
    ...Profiles.output.properties,
    diagnostics: T.Optional(
      T.Array(Diagnostic, {
        maxItems: MOST_DIAGNOSTICS,
        description: "What is wrong with any profile, not with those of this page alone; absent where nothing is",
      }),
    ),
  }),
  errors: [CatalogUnknown],
  examples: [
    { title: "All profiles", input: {} },
    { title: "Those that come with Postern", input: { source: "system" } },
  ],
  async run(ctx, input) {
    const { profiles, diagnostics } = await surveyProfiles(ctx, input.source);
    const page = await Profiles.answer(
      input,
      reached(all(profiles), ctx.caller, "tasks.profiles.list", ({ manifest }) => manifest.id),
      (found) => showProfile(found, found.manifest),
    );
    return { ...page, ...(diagnostics.length > 0 && { diagnostics: diagnostics.slice(0, MOST_DIAGNOSTICS) }) };
  },
});
