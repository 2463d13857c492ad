import { oneOf, type Static, T } from "@postern/core";
import { described, localTime, madeByCaller, numeric, refersTo } from "@postern/kit/fields";
import { Selector } from "./selector/grammar.ts";

const NAME = "[A-Za-z0-9][A-Za-z0-9._~-]{0,127}";
const named = (description: string) => T.String({ minLength: 1, maxLength: 128, pattern: `^${NAME}$`, description });

export const ChatId = refersTo(T.String({ pattern: "^chat_[0-9a-f]{24}$", description: "Id of the chat" }), {
  list: "chats.list",
  names: ["title"],
});
/** Contains the chat's id and the message's sortKey. */
export const MessageId = T.String({
  pattern: "^msg_[0-9a-f]{24}[01][0-9a-f]{13}([0-9a-f]{3})?$",
  description: "Id of the message",
});
/** The number of a commit, at most the largest safe integer, and the index of the message in it unless it is the first. */
export const SortKey = T.String({ pattern: "^[01][0-9a-f]{13}([0-9a-f]{3})?$", description: "sortKey of a message" });
export const ActorId = madeByCaller(named("Id of the author"), "caller");
export const ClientMessageId = madeByCaller(
  named("Id of the message chosen by the caller, permanently unique in the chat"),
  "random",
);
export const ClientChatId = named("Id of the chat chosen by the caller; a repeated call returns the existing chat");
export const Content = T.String({ minLength: 1, maxLength: 1_000_000, description: "Text of the message" });
export const ExpectedRevision = numeric({
  minimum: 1,
  description: "Refuse the change if the message has another revision",
});
export const IncludeRaw = T.Boolean({
  description: "Include the provider ids and the provenance; requires the scope chats:raw",
});

/** In bytes: a million code points, each escaped as twice six characters, and the rest of the body. */
export const CONTENT_BODY_LIMIT = 13 * 2 ** 20;

export const Kind = oneOf("dm", "group", "room", "thread");
export const Title = T.String({ maxLength: 500, description: "Title; empty for no title" });
export const Word = T.String({ minLength: 1, maxLength: 128 });
export const Tags = T.Array(Word, { maxItems: 50, uniqueItems: true });

const principal = (description: string) =>
  T.String({ pattern: `^(user|agent|team|system|workflow):${NAME}$`, description });
/** The owner or the reader of a list. */
export const Principal = principal(
  "Owner as type:id, with the type user, agent, team, system or workflow (default: the caller)",
);
export const ListRef = refersTo(T.String({ minLength: 1, maxLength: 200, description: "Id or name of the list" }), {
  list: "chats.lists.list",
  names: ["name"],
});
export const Owner = principal("Owner of the list, if list is a name, as type:id");
export const Reader = principal("Reader, as type:id (default: the caller)");

/** Provider data of a message, which is only returned with the scope `chats:raw`. */
export const Raw = T.Object({
  normalizedSenderId: T.Optional(described(Word, "Normalized id of the sender")),
  providerMessageId: T.Optional(described(Word, "Platform's id of the message")),
  rawChatId: T.Optional(described(Word, "Platform's id of the conversation")),
  rawSenderId: T.Optional(described(Word, "Platform's id of the sender")),
  rawProvenance: T.Optional(T.Record(T.String(), T.Unknown(), { description: "Other data from the platform" })),
});
/** Data of a message from outside the gateway. */
export const Origin = T.Object({
  contactId: T.Optional(described(Word, "Id of the contact")),
  messageType: T.Optional(described(Word, "Platform's type of the message")),
  platformIdentityId: T.Optional(described(Word, "Id of the identity on the platform")),
  providerTimestamp: T.Optional(
    localTime(T.Integer({ minimum: 0, description: "Time of the message on the platform, Unix milliseconds" }), {
      past: true,
    }),
  ),
});

export const MessageContent = T.Object(
  { text: T.Optional(T.String({ description: "Text of the message" })) },
  { description: "Content; empty while the message is deleted" },
);

export const Message = T.Object({
  id: T.String({ description: "Its id" }),
  chatId: T.String({ description: "Id of the chat" }),
  actorId: T.String({ description: "Id of the author: an agent or a person" }),
  actorType: described(oneOf("actor"), "Type of the author"),
  clientMessageId: T.String({ description: "Id of the message chosen by the caller" }),
  content: MessageContent,
  createdAt: T.Number({ description: "Creation time, Unix milliseconds" }),
  ingestedAt: T.Number({ description: "Time when the gateway received it, Unix milliseconds" }),
  updatedAt: T.Number({ description: "Time of the last change, Unix milliseconds" }),
  revision: T.Integer({ description: "Revision, starting at 1 and increased by each change" }),
  sortKey: T.String({
    description: "Position in the chat: a string that sorts messages in the order they were received",
  }),
  state: described(oneOf("created", "updated", "deleted"), "State of the message"),
  agentId: T.Optional(T.String({ description: "Id of the agent" })),
  channel: T.Optional(T.String({ description: "Platform, such as irc" })),
  instanceId: T.Optional(T.String({ description: "Id of the adapter on the platform" })),
  ...Origin.properties,
  ...Raw.properties,
});
export type Message = Static<typeof Message>;
export const DraftText = T.String({
  maxLength: 200_000,
  description: "The whole text so far; empty while nothing is written",
});
/** A message that is being written. */
export const Draft = T.Object({
  id: T.String({ description: "Id of the draft" }),
  chatId: T.String({ description: "Id of the chat" }),
  actorId: T.String({ description: "Id of the author" }),
  text: T.String({ description: "The text so far" }),
  updatedAt: T.Number({ description: "Time of the last change, Unix milliseconds" }),
});
export type Draft = Static<typeof Draft>;

/** The response to a sent message. */
export const Sending = T.Object({
  clientMessageId: T.String({ description: "Id of the message chosen by the caller" }),
  disposition: described(oneOf("created", "duplicate"), "Whether the message was created or already existed"),
  message: described(Message, "The message"),
  messageId: T.String({ description: "Id of the message" }),
});
export type Sending = Static<typeof Sending>;

export const Chat = T.Object({
  id: T.String({ description: "Its id" }),
  kind: described(Kind, "Kind of the chat"),
  title: T.Optional(T.String({ description: "Title of the chat" })),
  channel: T.Optional(T.String({ description: "Platform, such as irc" })),
  instanceId: T.Optional(T.String({ description: "Id of the adapter on the platform" })),
  agentId: T.Optional(T.String({ description: "Id of the agent" })),
  tags: T.Array(T.String(), { description: "Tags" }),
  clientChatId: T.Optional(T.String({ description: "Id of the chat chosen by the caller" })),
  createdAt: T.Number({ description: "Creation time, Unix milliseconds" }),
  updatedAt: T.Number({ description: "Time of the last change, Unix milliseconds" }),
  archivedAt: T.Optional(T.Number({ description: "Time when it was archived, Unix milliseconds" })),
});
export type Chat = Static<typeof Chat>;

export const Mode = oneOf("static", "dynamic", "hybrid");
export const Visibility = oneOf("private", "team", "system");
export const ListName = T.String({ minLength: 1, maxLength: 200 });
export const Description = T.String({ maxLength: 2000, description: "Description; empty for no description" });

export const ReadingList = T.Object({
  id: T.String({ description: "Its id" }),
  name: T.String({ description: "Name of the list" }),
  mode: described(Mode, "How chats are added: manually (static), by the selector (dynamic) or both (hybrid)"),
  ownerId: T.String({ description: "Id of the owner" }),
  ownerType: T.String({ description: "Type of the owner" }),
  visibility: described(Visibility, "Who can see the list"),
  description: T.Optional(T.String({ description: "Description of the list" })),
  selector: T.Optional(described(Selector, "Selector of the chats on the list")),
  createdAt: T.Number({ description: "Creation time, Unix milliseconds" }),
  updatedAt: T.Number({ description: "Time of the last change, Unix milliseconds" }),
  archivedAt: T.Optional(T.Number({ description: "Time when it was archived, Unix milliseconds" })),
});
export type ReadingList = Static<typeof ReadingList>;

export const Source = oneOf("manual", "selector");
export const Priority = numeric({
  maximum: 1_000_000,
  description: "Priority; chats with a higher priority come first",
});

export const Membership = T.Object({
  chatId: T.String({ description: "Id of the chat" }),
  source: described(Source, "Whether the chat was added manually or by the selector"),
  addedAt: T.Number({ description: "Time when it was added, Unix milliseconds" }),
  priority: T.Integer({ description: "Priority; chats with a higher priority come first" }),
  state: described(oneOf("active", "excluded", "removed"), "State of the membership"),
});

/** A position in a chat: `messageId` is the last message that was read; empty if none was read. */
export const Cursor = T.Object({
  messageId: T.Optional(T.String({ description: "Id of the last message that was read" })),
  sortKey: T.Optional(T.String({ description: "sortKey of that message" })),
  readAt: T.Optional(T.Number({ description: "Time when it was read, Unix milliseconds" })),
});
export type Cursor = Static<typeof Cursor>;

export const Member = T.Object({
  chatId: T.String({ description: "Id of the chat" }),
  source: described(Source, "Whether the chat was added manually or by the selector"),
  addedAt: T.Number({ description: "Time when it was added, Unix milliseconds" }),
  priority: T.Integer({ description: "Priority; chats with a higher priority come first" }),
  chat: described(Chat, "The chat"),
  unreadCount: T.Integer({ description: "Number of unread messages" }),
  messageCount: T.Integer({ description: "Number of messages" }),
  lastMessage: T.Optional(described(Message, "The newest message")),
  cursor: described(Cursor, "Read position"),
});

export const Recompute = T.Object({
  added: T.Integer({ description: "Number of chats added because they match" }),
  eligible: T.Integer({ description: "Number of chats that match" }),
  kept: T.Integer({ description: "Number of chats kept because they still match" }),
  preserved: T.Integer({ description: "Number of manually added chats, which are always kept" }),
  removed: T.Integer({ description: "Number of chats removed because they no longer match" }),
});
export type Recompute = Static<typeof Recompute>;
export const ListRecompute = T.Object({
  ...Recompute.properties,
  list: described(ReadingList, "The reading list"),
});
