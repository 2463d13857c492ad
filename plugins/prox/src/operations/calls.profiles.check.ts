import { defineQuery, T } from "@postern/core";
import { ProfileBroken, ProfileNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { profileOf } from "../profile.ts";
import { readinessOf } from "../readiness.ts";
import { ProfileId } from "../schemas.ts";

export const callsProfilesCheck = defineQuery(group, {
  id: "prox.calls.profiles.check",
  summary: "Tell what a call profile lacks before a call can be placed with it",
  description: "Nobody is called, and nothing leaves the machine. What cannot be looked at from here is told apart.",
  input: T.Object({ profileId: ProfileId }),
  output: T.Object({
    profileId: T.String({ description: "Id of the profile" }),
    ready: T.Boolean({ description: "Whether nothing is missing" }),
    missing: T.Array(
      T.Object({
        field: T.String({ description: "The field" }),
        reason: T.String({ description: "Why, in one sentence" }),
        fix: T.String({ description: "The command that helps" }),
      }),
      { description: "What it lacks" },
    ),
    unchecked: T.Optional(
      T.Array(
        T.Object({
          field: T.String({ description: "The field" }),
          reason: T.String({ description: "Why, in one sentence" }),
        }),
        { description: "What could not be checked, and why" },
      ),
    ),
  }),
  errors: [ProfileNotFound, ProfileBroken],
  examples: [{ title: "One that comes with Postern", input: { profileId: "appointment-reminder" } }],
  resource: ({ profileId }) => profileId,
  async run({ store, services, state }, { profileId }) {
    const profile = await profileOf(state.catalogue, store, profileId);
    const { missing, unchecked } = await readinessOf(profile, services);
    return { profileId, ready: missing.length === 0, missing, ...(unchecked.length > 0 && { unchecked }) };
  },
});
