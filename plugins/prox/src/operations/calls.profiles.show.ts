import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ProfileBroken, ProfileNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { profileOf } from "../profile.ts";
import { Profile, ProfileId } from "../schemas.ts";

export const callsProfilesShow = defineQuery(group, {
  id: "prox.calls.profiles.show",
  summary: "Show a call profile",
  description: "`source` says whether the profile is built in, provided by a plugin, or stored.",
  input: T.Object({ profileId: ProfileId }),
  output: T.Object({ profile: described(Profile, "The profile") }),
  errors: [ProfileNotFound, ProfileBroken],
  examples: [{ title: "A profile that comes with Postern", input: { profileId: "appointment-reminder" } }],
  resource: ({ profileId }) => profileId,
  run: async ({ store, state }, { profileId }) => ({
    profile: await profileOf(state.catalogue, store, profileId),
  }),
});
