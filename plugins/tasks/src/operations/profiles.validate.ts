import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";
import { CatalogRefused, CatalogUnknown, ProfileNotFound } from "../profiles/errors.ts";
import { isError } from "../profiles/inspect.ts";
import { MOST_DIAGNOSTICS } from "../profiles/limits.ts";
import { Diagnostic, ProfileId, Source } from "../profiles/schemas.ts";
import { validate } from "../profiles/validate.ts";

export const profilesValidate = defineQuery(group, {
  id: "tasks.profiles.validate",
  summary: "Check profiles, manifests and templates, and say what is wrong by file, line and column",
  description:
    "One profile at every level that has it, or all of them. Unlike a list it looks into the templates too, and at what " +
    "gives way to a higher level. Errors make a profile useless, warnings do not.",
  input: T.Object({
    profileId: T.Optional(ProfileId),
    source: T.Optional(described(Source, "Only this level")),
  }),
  output: T.Object({
    valid: T.Boolean({ description: "Whether there is no error" }),
    success: T.Boolean({ description: "The same: the command line ends with 1 where it is false" }),
    checked: T.Integer({ description: "Profiles that were looked at" }),
    diagnostics: T.Array(Diagnostic, { description: "What is wrong, and where" }),
    truncated: T.Optional(
      T.Boolean({ description: `There may be more: it ended with ${MOST_DIAGNOSTICS} diagnostics` }),
    ),
  }),
  errors: [ProfileNotFound, CatalogUnknown, CatalogRefused],
  examples: [
    { title: "All profiles", input: {} },
    { title: "One of the workspace, before it is committed", input: { profileId: "feature", source: "workspace" } },
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
