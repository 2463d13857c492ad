import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { validFieldsOf } from "../catalogue/fault.ts";
import { profiles } from "../collections.ts";
import { changed } from "../content.ts";
import { damageOf } from "../damage.ts";
import { ProfileNotFound, ProfileReadOnly } from "../errors.ts";
import { profileRemoved } from "../events.ts";
import { group } from "../group.ts";
import { anyRecordOf, showRecord } from "../profile.ts";
import { Content, Profile, ProfileId } from "../schemas.ts";

export const callsProfilesRemove = defineCommand(group, {
  id: "prox.calls.profiles.remove",
  summary: "Remove a call profile",
  description:
    "A catalogue profile that it overrode becomes effective again. The response contains all the fields needed to " +
    "recreate it with prox.calls.profiles.create.",
  input: T.Object({ profileId: ProfileId }),
  output: T.Object({
    removed: T.Object(
      { profileId: T.String({ description: "Id of the profile" }), ...Content.properties },
      { description: "The removed profile, in the format of prox.calls.profiles.create" },
    ),
    profile: T.Optional(described(Profile, "The catalogue profile now effective for this id")),
  }),
  errors: [ProfileNotFound, ProfileReadOnly],
  examples: [{ title: "Remove a profile", input: { profileId: "tow-truck" } }],
  resource: ({ profileId }) => profileId,
  async plan({ store, state: { catalogue } }, { profileId }) {
    await anyRecordOf(catalogue, store, profileId);
    const isRestored = catalogue.find(profileId) !== undefined;
    return {
      summary: `Remove the call profile ${profileId}${isRestored ? "; the catalogue profile becomes effective again" : ""}`,
    };
  },
  async undo({ store, state: { catalogue } }, _plan, { profileId }) {
    // A damaged profile cannot be created again as it was.
    if (damageOf(await anyRecordOf(catalogue, store, profileId))) return undefined;
    return ({ removed }) => ({ operation: "prox.calls.profiles.create", input: removed });
  },
  async execute({ store, state: { catalogue }, now, emit }, _plan, { profileId }) {
    const { createdAt, updatedAt, ...fields } = await anyRecordOf(catalogue, store, profileId);
    // Damaged fields are omitted, so that damaged profiles can be removed too.
    const content = changed(undefined, validFieldsOf(fields));
    const times = { createdAt: Number(createdAt) || now, updatedAt: Number(updatedAt) || now };
    await store.delete(profiles, profileId);
    emit(profileRemoved, { profile: showRecord(catalogue, { id: profileId, ...content, ...times }) });
    const profile = catalogue.find(profileId);
    return { removed: { profileId, ...content }, ...(profile && { profile }) };
  },
});
