import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { group } from "../group.ts";
import { CatalogRefused, CatalogUnknown, ProfileNotFound } from "../profiles/errors.ts";
import { isError } from "../profiles/inspect.ts";
import { MAX_DIAGNOSTICS } from "../profiles/limits.ts";
import { Diagnostic, diagnosticColumns, ProfileId, Source } from "../profiles/schemas.ts";
import { validate } from "../profiles/validate.ts";

export const profilesValidate = defineQuery(group, {
  id: "tasks.profiles.validate",
  summary: "Validate the manifests and templates of profiles",
  description:
    "Checks one profile at every level, or all profiles, including templates and overridden profiles. Problems are " +
    "reported by file, line and column. A profile with errors cannot be used; warnings do not prevent its use.",
  input: T.Object({
    profileId: T.Optional(ProfileId),
    source: T.Optional(described(Source, "Only profiles of this level")),
  }),
  output: T.Object({
    valid: T.Boolean({ description: "Whether there are no errors" }),
    success: T.Boolean({ description: "Same as valid; if false, the command line exits with status 1" }),
    checked: T.Integer({ description: "Number of profiles checked" }),
    diagnostics: withColumns(T.Array(Diagnostic, { description: "Problems found" }), diagnosticColumns),
    truncated: T.Optional(
      T.Boolean({ description: `Whether validation stopped after ${MAX_DIAGNOSTICS} diagnostics` }),
    ),
  }),
  errors: [ProfileNotFound, CatalogUnknown, CatalogRefused],
  examples: [
    { title: "All profiles", input: {} },
    { title: "A workspace profile, before it is committed", input: { profileId: "feature", source: "workspace" } },
  ],
  resource: ({ profileId }) => profileId,
  async run(ctx, { profileId, source }) {
    const work = (stop: AbortSignal) => validate(ctx, { id: profileId, source }, stop);
    const key = JSON.stringify([profileId, source]);
    const { checked, diagnostics, truncated } = await ctx.state.validations(key, work, ctx.signal);
    const valid = !diagnostics.some(isError);
    return { valid, success: valid, checked, diagnostics, ...(truncated && { truncated }) };
  },
});
