import { defineCommand, T } from "@postern/core";
import { described, needsAny } from "@postern/core/fields";
import { type ProfileRecord, profiles } from "../collections.ts";
import { assertLanguage, changed } from "../content.ts";
import { ProfileBroken, ProfileExists, ProfileNotFound } from "../errors.ts";
import { profileCreated } from "../events.ts";
import { group } from "../group.ts";
import { profileOf, showRecord } from "../profile.ts";
import { details, Name, Profile, ProfileId } from "../schemas.ts";

export const callsProfilesCreate = defineCommand(group, {
  id: "prox.calls.profiles.create",
  summary: "Create a call profile",
  description:
    "Under the id of a catalogue's profile it takes its place until it is removed. With `from` it begins with all that " +
    "another profile says, that of the same id too, so that only what differs has to be said. Unless said, it is " +
    "enabled, and hangs up when a machine answers.",
  input: T.Object(
    {
      profileId: described(ProfileId, "Its id: small letters, digits, dashes and underscores"),
      name: T.Optional(described(Name, "What people call it; needed unless `from` brings it")),
      from: T.Optional(described(ProfileId, "The profile that it begins with")),
      ...details,
    },
    needsAny(["name"], ["from"]),
  ),
  output: T.Object({ profile: described(Profile, "The profile") }),
  errors: [ProfileExists, ProfileNotFound, ProfileBroken],
  examples: [
    {
      title: "From scratch",
      input: {
        profileId: "tow-truck",
        name: "Tow truck dispatch",
        language: "en",
        tags: ["inbound"],
        firstMessage: "Breakdown service, where are you?",
        prompt: "You take breakdown calls: find out where the car stands, what happened, and how to reach the driver.",
      },
    },
    {
      title: "One that comes with Postern, with credentials of your own",
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
    const place = overrides ? ", in the place of a catalogue's" : "";
    return { summary: `Create the call profile ${profileId}${place}`, overrides };
  },
  async execute({ store, state: { catalogue }, now, emit }, _plan, { profileId, from, ...said }) {
    const before = from === undefined ? undefined : await profileOf(catalogue, store, from);
    const record: ProfileRecord = { id: profileId, ...changed(before, said), createdAt: now, updatedAt: now };
    await store.put(profiles, record);
    const profile = showRecord(catalogue, record);
    emit(profileCreated, { profile });
    return { profile };
  },
});
