import { defineCommand, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { type ProfileRecord, profiles } from "../collections.ts";
import { assertLanguage, changed, isSame, noTexts } from "../content.ts";
import { ProfileBroken, ProfileNotFound, ProfileReadOnly } from "../errors.ts";
import { profileUpdated } from "../events.ts";
import { group } from "../group.ts";
import { recordOf, showRecord } from "../profile.ts";
import { details, Name, Profile, ProfileId } from "../schemas.ts";

export const callsProfilesUpdate = defineCommand(group, {
  id: "prox.calls.profiles.update",
  summary: "Update a call profile",
  description: "Omitted fields stay unchanged. An empty text or list removes a field.",
  input: T.Object({ profileId: ProfileId, name: T.Optional(Name), ...details }),
  output: T.Object({ profile: described(Profile, "The profile") }),
  errors: [ProfileNotFound, ProfileReadOnly, ProfileBroken],
  examples: [
    { title: "Change the voice and remove the agent", input: { profileId: "tow-truck", voice: "alloy", agentId: "" } },
    { title: "Disable a profile", input: { profileId: "tow-truck", enabled: false } },
  ],
  resource: ({ profileId }) => profileId,
  async plan({ store, state }, { profileId, language }) {
    assertLanguage(language);
    await recordOf(state.catalogue, store, profileId);
    return { summary: `Update the call profile ${profileId}` };
  },
  async undo({ store, state: { catalogue } }, _plan, { profileId, ...change }) {
    const before = await recordOf(catalogue, store, profileId);
    const fields = restoring(change, before, noTexts);
    if (!fields || isSame(before, changed(before, change))) return undefined;
    return { operation: "prox.calls.profiles.update", input: { profileId, ...fields } };
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
