import { defineQuery, T } from "@postern/core";
import { ProfileBroken, ProfileNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { profileOf } from "../profile.ts";
import { readinessOf } from "../readiness.ts";
import { ProfileId } from "../schemas.ts";

export const callsProfilesCheck = defineQuery(group, {
  id: "prox.calls.profiles.check",
  summary: "Check whether a call profile is ready to place calls",
  description:
    "Lists missing settings with the command that adds them. No call is placed and no network request is made.",
  input: T.Object({ profileId: ProfileId }),
  output: T.Object({
    profileId: T.String({ description: "Id of the profile" }),
    ready: T.Boolean({ description: "Whether nothing is missing" }),
    missing: T.Array(
      T.Object({
        field: T.String({ description: "Name of the field" }),
        reason: T.String({ description: "Reason, in one sentence" }),
        fix: T.String({ description: "Command that fixes it" }),
      }),
      { description: "Missing settings" },
    ),
    unchecked: T.Optional(
      T.Array(
        T.Object({
          field: T.String({ description: "Name of the field" }),
          reason: T.String({ description: "Reason, in one sentence" }),
        }),
        { description: "Fields that could not be checked" },
      ),
    ),
  }),
  errors: [ProfileNotFound, ProfileBroken],
  examples: [{ title: "A profile that comes with Postern", input: { profileId: "appointment-reminder" } }],
  resource: ({ profileId }) => profileId,
  async run({ store, services, state }, { profileId }) {
    const profile = await profileOf(state.catalogue, store, profileId);
    const { missing, unchecked } = await readinessOf(profile, services);
    return { profileId, ready: missing.length === 0, missing, ...(unchecked.length > 0 && { unchecked }) };
  },
});
