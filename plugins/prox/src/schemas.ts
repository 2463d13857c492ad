import { oneOf, type Static, T } from "@postern/core";

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
  tags: T.Optional(T.Array(Tag, { maxItems: 50, uniqueItems: true })),
  enabled: T.Optional(T.Boolean({ description: "Whether calls may be placed with it; true unless said" })),
  provider: word("[a-z0-9][a-z0-9._-]{0,62}", "Who carries the call, like twilio"),
  connection: text(128, "Name of the connection that holds the provider's credentials"),
  agentId: word("[A-Za-z0-9][A-Za-z0-9._~-]{0,127}", "The agent that speaks"),
  voice: text(128, "The provider's name of the voice"),
  voicemailPolicy: T.Optional(VoicemailPolicy),
  firstMessage: text(2_000, "What is said first"),
  prompt: text(20_000, "What whoever speaks is to do, and how"),
};

/** A whole profile as a catalogue holds it, and as `create` takes it. */
export const Entry = T.Object({ profileId: ProfileId, name: Name, ...details });
export type Entry = Static<typeof Entry>;

/** A profile without its id: what is kept, and what another may begin with. */
export const Content = T.Object({
  name: T.String(),
  language: T.Optional(T.String()),
  tags: T.Array(T.String()),
  enabled: T.Boolean(),
  provider: T.Optional(T.String()),
  connection: T.Optional(T.String()),
  agentId: T.Optional(T.String()),
  voice: T.Optional(T.String()),
  voicemailPolicy: VoicemailPolicy,
  firstMessage: T.Optional(T.String()),
  prompt: T.Optional(T.String()),
});
export type Content = Static<typeof Content>;

/** The catalogue that comes with Postern, a plugin's, or the store. */
export const Origin = oneOf("system", "plugin", "store");
export type Origin = Static<typeof Origin>;

export const Profile = T.Object({
  id: T.String(),
  ...Content.properties,
  source: Origin,
  plugin: T.Optional(T.String({ description: "Which plugin's" })),
  overrides: T.Optional(T.Boolean({ description: "Whether it stands in the place of a catalogue's of the same id" })),
  createdAt: T.Optional(T.Number()),
  updatedAt: T.Optional(T.Number()),
});
export type Profile = Static<typeof Profile>;

/** What keeps a profile from being used; the others are not touched by it. */
export const Diagnostic = T.Object({
  code: oneOf("invalid_profile", "duplicate_profile"),
  severity: oneOf("error"),
  source: Origin,
  plugin: T.Optional(T.String()),
  profileId: T.Optional(T.String()),
  path: T.Optional(T.String({ description: "JSON pointer to what is wrong in it" })),
  message: T.String(),
});
export type Diagnostic = Static<typeof Diagnostic>;
