import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { type ProfileRecord, profiles } from "../collections.ts";
import { assertLanguage, changed, isSame } from "../content.ts";
import { ProfileBroken, ProfileNotFound, ProfileReadOnly } from "../errors.ts";
import { profileUpdated } from "../events.ts";
import { group } from "../group.ts";
import { recordOf, showRecord } from "../profile.ts";
import { details, Name, Profile, ProfileId } from "../schemas.ts";

export const callsProfilesUpdate = defineCommand(group, {
  id: "prox.calls.profiles.update",
  summary: "Change a call profile",
  description: "Fields that are left out keep their value; an empty text or list removes it.",
  input: T.Object({ profileId: ProfileId, name: T.Optional(Name), ...details }),
  output: T.Object({ profile: described(Profile, "The profile") }),
  errors: [ProfileNotFound, ProfileReadOnly, ProfileBroken],
  examples: [
    { title: "Another voice, and no agent any more", input: { profileId: "tow-truck", voice: "alloy", agentId: "" } },
    { title: "Switched off", input: { profileId: "tow-truck", enabled: false } },
  ],
  resource: ({ profileId }) => profileId,
  async plan({ store, state }, { profileId, language }) {
    assertLanguage(language);
    await recordOf(state.catalogue, store, profileId);
    return { summary: `Change the call profile ${profileId}` };
  },
  async execute({ store, state: { catalogue }, now, emit }, _plan, { profileId, ...change }) {
    const before = await recordOf(catalogue, store, profileId);
    const { id, createdAt } = before;
    const content = changed(before, change);
    if (isSame(before, content)) return { profile: showRecord(catalogue, before) };
    const record: ProfileRecord = { id, ...content, createdAt, updatedAt: now };
    await store.put(profiles, record);
    const profile = showRecord(catalogue, record);
    emit(profileUpdated, { profile });
    return { profile };
  },
});
