import { numeric, type Static, T } from "@postern/core";
import { absolutePath, described } from "@postern/core/fields";
import { Speech } from "./speech.ts";

export const AgentId = T.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$",
  description: "The agent",
});
export const ChatId = T.String({ minLength: 1, maxLength: 128, description: "The chat" });
export const Name = T.String({ maxLength: 200, description: "Empty for none" });
export const Description = T.String({ maxLength: 2000, description: "Empty for none" });
export const Cwd = absolutePath({
  maxLength: 4096,
  description: "The folder that it works in, as an absolute path; nobody looks whether it is there; empty for none",
});
export const Model = T.String({ maxLength: 128, description: "The model that it thinks with; empty for none" });
export const Defaults = T.Object(
  { speech: T.Optional(described(Speech, "How the agent speaks")) },
  { additionalProperties: false, description: "What holds where a request does not say; {} for none" },
);

/** Ten minutes: who waits longer than that is forgotten, not gathered. */
const MOST_DEBOUNCE = 600_000;
export const Debounce: ReturnType<typeof numeric> = numeric({
  maximum: MOST_DEBOUNCE,
  description: `Milliseconds without a new message after which what has come is handed over; 0 hands over each at once`,
});

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

export const Agent = T.Object({
  id: T.String({ description: "Its id" }),
  name: T.Optional(T.String({ description: "Its name" })),
  description: T.Optional(T.String({ description: "A description for people" })),
  cwd: T.Optional(T.String({ description: "The folder that it works in" })),
  model: T.Optional(T.String({ description: "Name of the model" })),
  debounceMs: T.Integer({ description: "0 while it is off" }),
  defaults: T.Optional(Defaults),
  createdAt: time("When it was made"),
  updatedAt: time("When it was last changed"),
  archivedAt: T.Optional(time("While it is archived: since when")),
});
export type Agent = Static<typeof Agent>;

/** What has come for an agent and was not handed over yet. */
export const Waiting = T.Object({
  messages: T.Integer({ description: "How many messages" }),
  chats: T.Integer({ description: "Chats that these messages are of" }),
  dueAt: T.Optional(time("When the first of them is handed over; absent where nothing is due")),
});
export type Waiting = Static<typeof Waiting>;

/** A turn to be: the messages of one chat that wait for an agent. */
export const Turn = T.Object({
  agentId: T.String({ description: "Id of the agent" }),
  chatId: T.String({ description: "Id of the chat" }),
  messages: T.Integer({ description: "How many wait; those that were deleted meanwhile are left out" }),
  firstAt: time("When the first of them came"),
  lastAt: time("When the last of them came"),
  dueAt: T.Optional(time("When they are handed over; absent while the agent is archived")),
});
export type Turn = Static<typeof Turn>;

/** A message as the group of chats tells of it, whole. */
export const Message = T.Record(T.String(), T.Unknown());
export type Message = Static<typeof Message>;
