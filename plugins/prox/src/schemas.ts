import { oneOf, type Static, T } from "@postern/core";
import { described, refersTo } from "@postern/kit/fields";

export const NewProfileId = T.String({ pattern: "^[a-z0-9][a-z0-9_-]{0,62}$", description: "Id of the profile" });
/** An existing profile. */
export const ProfileId = refersTo(NewProfileId, { list: "prox.calls.profiles.list", names: ["name"] });
export const Name = T.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "Display name" });
export const Tag = T.String({ minLength: 1, maxLength: 128 });
const VoicemailPolicy = oneOf("hangup", "leave_message");

const text = (maxLength: number, description: string) =>
  T.Optional(T.String({ maxLength, description: `${description}; an empty text means none` }));
const word = (pattern: string, description: string) =>
  T.Optional(T.String({ pattern: `^(${pattern})?$`, description: `${description}; an empty text means none` }));

/** The fields of a profile besides its id and name. An empty text or list means none. */
export const details = {
  language: word("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,6}", "Spoken language as a BCP 47 tag, for example en or de-CH"),
  tags: T.Optional(T.Array(Tag, { description: "Tags", maxItems: 50, uniqueItems: true })),
  enabled: T.Optional(T.Boolean({ description: "Whether calls may be placed with it; true by default" })),
  provider: word("[a-z0-9][a-z0-9._-]{0,62}", "Telephony provider, for example twilio"),
  connection: text(128, "Name of the connection that holds the provider's credentials"),
  agentId: word("[A-Za-z0-9][A-Za-z0-9._~-]{0,127}", "Id of the agent that speaks"),
  voice: text(128, "Name of the voice at the provider"),
  voicemailPolicy: T.Optional(described(VoicemailPolicy, "Action if an answering machine answers")),
  firstMessage: text(2_000, "First message of the call"),
  prompt: text(20_000, "Instructions for the agent or model that speaks"),
};

/** A complete profile, as stored in a catalogue and accepted by `create`. */
export const Entry = T.Object({ profileId: ProfileId, name: Name, ...details });
export type Entry = Static<typeof Entry>;

/** A profile without its id: the stored fields, which can be copied to another profile. */
export const Content = T.Object({
  name: T.String({ description: "Display name" }),
  language: T.Optional(T.String({ description: "Spoken language as a BCP 47 tag" })),
  tags: T.Array(T.String(), { description: "Tags" }),
  enabled: T.Boolean({ description: "Whether calls may be placed with it" }),
  provider: T.Optional(T.String({ description: "Telephony provider" })),
  connection: T.Optional(T.String({ description: "Name of the connection that holds the provider's credentials" })),
  agentId: T.Optional(T.String({ description: "Id of the agent that speaks" })),
  voice: T.Optional(T.String({ description: "Name of the voice at the provider" })),
  voicemailPolicy: described(VoicemailPolicy, "Action if an answering machine answers"),
  firstMessage: T.Optional(T.String({ description: "First message of the call" })),
  prompt: T.Optional(T.String({ description: "Instructions for the agent or model that speaks" })),
});
export type Content = Static<typeof Content>;

/** Built-in catalogue, catalogue of a plugin, or store. */
export const Origin = oneOf("system", "plugin", "store");
export type Origin = Static<typeof Origin>;

export const Profile = T.Object({
  id: T.String({ description: "Id of the profile" }),
  ...Content.properties,
  source: described(Origin, "Source of the profile"),
  plugin: T.Optional(T.String({ description: "Name of the plugin that provides it" })),
  overrides: T.Optional(T.Boolean({ description: "Whether it overrides a catalogue profile with the same id" })),
  createdAt: T.Optional(T.Number({ description: "When it was created, Unix milliseconds" })),
  updatedAt: T.Optional(T.Number({ description: "When it was last changed, Unix milliseconds" })),
});
export type Profile = Static<typeof Profile>;

/** A problem that makes a profile unusable. Other profiles are not affected. */
export const Diagnostic = T.Object({
  code: described(oneOf("invalid_profile", "duplicate_profile"), "Stable code for programs"),
  severity: described(oneOf("error"), "Severity"),
  source: described(Origin, "Source of the profile"),
  plugin: T.Optional(T.String({ description: "Name of the plugin" })),
  profileId: T.Optional(T.String({ description: "Id of the profile" })),
  path: T.Optional(T.String({ description: "JSON pointer to the invalid field" })),
  message: T.String({ description: "Description of the problem" }),
});
export type Diagnostic = Static<typeof Diagnostic>;
