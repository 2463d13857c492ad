import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";

export const ProfileId = T.String({ pattern: "^[a-z0-9][a-z0-9_-]{0,62}$", description: "The profile" });
export const Name = T.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "What people call it" });
export const Tag = T.String({ minLength: 1, maxLength: 128 });
const VoicemailPolicy = oneOf("hangup", "leave_message");

const text = (maxLength: number, description: string) =>
  T.Optional(T.String({ maxLength, description: `${description}; empty for none` }));
const word = (pattern: string, description: string) =>
  T.Optional(T.String({ pattern: `^(${pattern})?$`, description: `${description}; empty for none` }));

/** What a profile says beside its id and name. An empty text or list is as good as none. */
export const details = {
  language: word(
    "[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,6}",
    "Language that is spoken, as BCP 47 has it, like en or de-CH",
  ),
  tags: T.Optional(T.Array(Tag, { description: "Tags", maxItems: 50, uniqueItems: true })),
  enabled: T.Optional(T.Boolean({ description: "Whether calls may be placed with it; true unless said" })),
  provider: word("[a-z0-9][a-z0-9._-]{0,62}", "Who carries the call, like twilio"),
  connection: text(128, "Name of the connection that holds the provider's credentials"),
  agentId: word("[A-Za-z0-9][A-Za-z0-9._~-]{0,127}", "The agent that speaks"),
  voice: text(128, "The provider's name of the voice"),
  voicemailPolicy: T.Optional(described(VoicemailPolicy, "What is done when a machine answers")),
  firstMessage: text(2_000, "What is said first"),
  prompt: text(20_000, "What whoever speaks is to do, and how"),
};

/** A whole profile as a catalogue holds it, and as `create` takes it. */
export const Entry = T.Object({ profileId: ProfileId, name: Name, ...details });
export type Entry = Static<typeof Entry>;

/** A profile without its id: what is kept, and what another may begin with. */
export const Content = T.Object({
  name: T.String({ description: "Its name" }),
  language: T.Optional(T.String({ description: "Language, as BCP 47 has it" })),
  tags: T.Array(T.String(), { description: "Tags" }),
  enabled: T.Boolean({ description: "Whether it is switched on" }),
  provider: T.Optional(T.String({ description: "The provider" })),
  connection: T.Optional(T.String({ description: "Name of the connection that has the secret" })),
  agentId: T.Optional(T.String({ description: "Id of the agent" })),
  voice: T.Optional(T.String({ description: "The voice" })),
  voicemailPolicy: described(VoicemailPolicy, "What is done when a machine answers"),
  firstMessage: T.Optional(T.String({ description: "What is said first" })),
  prompt: T.Optional(T.String({ description: "What whoever speaks is to do, and how" })),
});
export type Content = Static<typeof Content>;

/** The catalogue that comes with Postern, a plugin's, or the store. */
export const Origin = oneOf("system", "plugin", "store");
export type Origin = Static<typeof Origin>;

export const Profile = T.Object({
  id: T.String({ description: "Its id" }),
  ...Content.properties,
  source: described(Origin, "Its origin"),
  plugin: T.Optional(T.String({ description: "Which plugin's" })),
  overrides: T.Optional(T.Boolean({ description: "Whether it stands in the place of a catalogue's of the same id" })),
  createdAt: T.Optional(T.Number({ description: "When it was created, Unix milliseconds" })),
  updatedAt: T.Optional(T.Number({ description: "When it was last changed, Unix milliseconds" })),
});
export type Profile = Static<typeof Profile>;

/** What keeps a profile from being used; the others are not touched by it. */
export const Diagnostic = T.Object({
  code: described(oneOf("invalid_profile", "duplicate_profile"), "What is wrong, for programs"),
  severity: described(oneOf("error"), "How bad it is"),
  source: described(Origin, "Its origin"),
  plugin: T.Optional(T.String({ description: "Name of the plugin" })),
  profileId: T.Optional(T.String({ description: "Id of the profile" })),
  path: T.Optional(T.String({ description: "JSON pointer to what is wrong in it" })),
  message: T.String({ description: "What is wrong, for people" }),
});
export type Diagnostic = Static<typeof Diagnostic>;
