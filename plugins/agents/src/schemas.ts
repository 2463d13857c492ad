import { numeric, numericText, type Static, T } from "@postern/core";
import { absolutePath, described, refersTo } from "@postern/core/fields";
import { Speech } from "./speech.ts";

export const AgentId = T.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$",
  description: "Agent id",
});
/** An existing agent. */
export const AgentRef = refersTo(AgentId, { list: "agents.list", names: ["name"] });
export const ChatId = refersTo(T.String({ minLength: 1, maxLength: 128, description: "Chat id" }), {
  list: "chats.list",
  names: ["title"],
});
export const Name = T.String({ maxLength: 200, description: "Display name; empty for none" });
export const Description = T.String({ maxLength: 2000, description: "Description of the agent; empty for none" });
export const Cwd = absolutePath({
  maxLength: 4096,
  description: "Absolute path of the agent's working folder; empty for none. Its existence is not checked",
});
export const Model = T.String({ maxLength: 128, description: "Language model of the agent; empty for none" });
export const Defaults = T.Object(
  { speech: T.Optional(described(Speech, "Defaults for speech requests")) },
  { additionalProperties: false, description: "Defaults for requests of the agent; {} for none" },
);

/** Ten minutes. */
const MAX_DEBOUNCE = 600_000;
const debounce = {
  maximum: MAX_DEBOUNCE,
  description:
    "Milliseconds without a new message before the messages of a chat are delivered; 0 delivers each message immediately",
};
export const Debounce = numeric(debounce);
export const DebounceText = numericText(debounce);

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

export const Agent = T.Object({
  id: T.String({ description: "Agent id" }),
  name: T.Optional(T.String({ description: "Display name" })),
  description: T.Optional(T.String({ description: "Description of the agent" })),
  cwd: T.Optional(T.String({ description: "Absolute path of the working folder" })),
  model: T.Optional(T.String({ description: "Language model of the agent" })),
  debounceMs: T.Integer({ description: "Debounce time in milliseconds; 0 if messages are delivered immediately" }),
  defaults: T.Optional(Defaults),
  createdAt: time("When the agent was created"),
  updatedAt: time("When the agent was last changed"),
  archivedAt: T.Optional(time("When the agent was archived")),
});
export type Agent = Static<typeof Agent>;

/** Totals of an agent's pending turns. */
export const Waiting = T.Object({
  messages: T.Integer({ description: "Number of pending messages" }),
  chats: T.Integer({ description: "Number of chats with a pending turn" }),
  dueAt: T.Optional(time("When the next turn is due; absent if none is due")),
});
export type Waiting = Static<typeof Waiting>;

/** A pending turn: the messages of one chat that an agent has not received yet. */
export const Turn = T.Object({
  agentId: T.String({ description: "Agent id" }),
  chatId: T.String({ description: "Chat id" }),
  messages: T.Integer({ description: "Number of pending messages, without deleted ones" }),
  firstAt: time("When the first message was received"),
  lastAt: time("When the last message was received"),
  dueAt: T.Optional(time("When the turn is due; absent while the agent is archived")),
});
export type Turn = Static<typeof Turn>;

/** A complete message, as carried by the events of the chats plugin. */
export const Message = T.Record(T.String(), T.Unknown());
export type Message = Static<typeof Message>;
