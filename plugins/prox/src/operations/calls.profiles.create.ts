import { defineCommand, T } from "@postern/core";
import { described, needsAny } from "@postern/kit/fields";
import { type ProfileRecord, profiles } from "../collections.ts";
import { assertLanguage, changed } from "../content.ts";
import { ProfileBroken, ProfileExists, ProfileNotFound } from "../errors.ts";
import { profileCreated } from "../events.ts";
import { group } from "../group.ts";
import { profileOf, showRecord } from "../profile.ts";
import { details, Name, NewProfileId, Profile } from "../schemas.ts";

export const callsProfilesCreate = defineCommand(group, {
  id: "prox.calls.profiles.create",
  summary: "Create a call profile",
  description:
    "With `from`, copies all omitted fields from another profile. A profile with the id of a catalogue " +
    "profile overrides it. By default, a profile is enabled and hangs up if an answering machine answers.",
  input: T.Object(
    {
      profileId: described(NewProfileId, "Id of the profile: lowercase letters, digits, dashes and underscores"),
      name: T.Optional(described(Name, "Display name; required unless `from` is given")),
      from: T.Optional(described(NewProfileId, "Id of the profile to copy")),
      ...details,
    },
    needsAny(["name"], ["from"]),
  ),
  output: T.Object({ profile: described(Profile, "The profile") }),
  errors: [ProfileExists, ProfileNotFound, ProfileBroken],
  examples: [
    {
      title: "A new profile",
      input: {
        profileId: "tow-truck",
        name: "Tow truck dispatch",
        language: "en",
        tags: ["inbound"],
        firstMessage: "Breakdown service, where are you?",
        prompt: "You answer breakdown calls: ask where the car is, what happened, and how to reach the driver.",
      },
    },
    {
      title: "A copy of a built-in profile with your own credentials",
      input: {
        profileId: "appointment-reminder",
        from: "appointment-reminder",
        provider: "twilio",
        connection: "main",
      },
    },
  ],
  resource: ({ profileId, from }) => (from === undefined ? profileId : [profileId, from]),
  async plan({ store, state: { catalogue } }, { profileId, from, language }) {
    assertLanguage(language);
    if (await store.get(profiles, profileId)) throw ProfileExists({ profileId });
    if (from !== undefined) await profileOf(catalogue, store, from);
    const overrides = catalogue.find(profileId) !== undefined;
    const note = overrides ? ", which overrides the catalogue profile" : "";
    return { summary: `Create the call profile ${profileId}${note}`, overrides };
  },
  undo: (_ctx, _plan, { profileId }) => ({ operation: "prox.calls.profiles.remove", input: { profileId } }),
  async execute({ store, state: { catalogue }, now, emit }, _plan, { profileId, from, ...fields }) {
    const before = from === undefined ? undefined : await profileOf(catalogue, store, from);
    const record: ProfileRecord = { id: profileId, ...changed(before, fields), createdAt: now, updatedAt: now };
    await store.put(profiles, record);
    const profile = showRecord(catalogue, record);
    emit(profileCreated, { profile });
    return { profile };
  },
});
