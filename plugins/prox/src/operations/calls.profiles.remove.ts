import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { soundPartsOf } from "../catalogue/fault.ts";
import { profiles } from "../collections.ts";
import { changed } from "../content.ts";
import { ProfileNotFound, ProfileReadOnly } from "../errors.ts";
import { profileRemoved } from "../events.ts";
import { group } from "../group.ts";
import { anyRecordOf, showRecord } from "../profile.ts";
import { Content, Profile, ProfileId } from "../schemas.ts";

export const callsProfilesRemove = defineCommand(group, {
  id: "prox.calls.profiles.remove",
  summary: "Remove a call profile; a catalogue's that it stood in the place of is back",
  description: "Nothing of it is kept: the answer holds all that prox.calls.profiles.create needs to bring it back.",
  effect: "destroy",
  input: T.Object({ profileId: ProfileId }),
  output: T.Object({
    removed: T.Object(
      { profileId: T.String({ description: "Id of the profile" }), ...Content.properties },
      { description: "What it said, as prox.calls.profiles.create takes it" },
    ),
    profile: T.Optional(described(Profile, "The catalogue's profile that stands under the id now")),
  }),
  errors: [ProfileNotFound, ProfileReadOnly],
  examples: [{ title: "One profile", input: { profileId: "tow-truck" } }],
  resource: ({ profileId }) => profileId,
  async plan({ store, state: { catalogue } }, { profileId }) {
    await anyRecordOf(catalogue, store, profileId);
    const isBack = catalogue.find(profileId) !== undefined;
    return { summary: `Remove the call profile ${profileId}${isBack ? "; the catalogue's is back then" : ""}` };
  },
  async execute({ store, state: { catalogue }, now, emit }, _plan, { profileId }) {
    const { createdAt, updatedAt, ...said } = await anyRecordOf(catalogue, store, profileId);
    // What is damaged in it is left out, so that it can be removed nevertheless.
    const content = changed(undefined, soundPartsOf(said));
    const times = { createdAt: Number(createdAt) || now, updatedAt: Number(updatedAt) || now };
    await store.delete(profiles, profileId);
    emit(profileRemoved, { profile: showRecord(catalogue, { id: profileId, ...content, ...times }) });
    const profile = catalogue.find(profileId);
    return { removed: { profileId, ...content }, ...(profile && { profile }) };
  },
});
