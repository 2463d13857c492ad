import { numeric, oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { Selector } from "./selector/grammar.ts";

const NAME = "[A-Za-z0-9][A-Za-z0-9._~-]{0,127}";
const named = (description: string) => T.String({ minLength: 1, maxLength: 128, pattern: `^${NAME}$`, description });

export const ChatId = T.String({ pattern: "^chat_[0-9a-f]{24}$", description: "The chat" });
/** Holds the chat's id and the message's place in it; the place is at most the largest safe integer. */
export const MessageId = T.String({ pattern: "^msg_[0-9a-f]{24}[01][0-9a-f]{13}$", description: "The message" });
export const SortKey = T.String({ pattern: "^[01][0-9a-f]{13}$", description: "The sortKey of a message" });
export const ActorId = named("Who wrote it");
export const ClientMessageId = named("The caller's own id of the message, unique in its chat for good");
export const ClientChatId = named("The caller's own id of the chat: the same id makes it once");
export const Content = T.String({ minLength: 1, maxLength: 1_000_000, description: "The text" });
export const ExpectedRevision: ReturnType<typeof numeric> = numeric({
  minimum: 1,
  description: "Refuse when the message has another revision",
});
export const IncludeRaw = T.Boolean({ description: "Show the providers' own ids and provenance; needs chats:raw" });

/** Bytes: a million code points, each escaped as two times six characters, and what is around them. */
export const CONTENT_BODY_LIMIT = 13 * 2 ** 20;

export const Kind = oneOf("dm", "group", "room", "thread");
export const Title = T.String({ maxLength: 500, description: "Empty for none" });
export const Word = T.String({ minLength: 1, maxLength: 128 });
export const Tags = T.Array(Word, { maxItems: 50, uniqueItems: true });

const principal = (description: string) =>
  T.String({ pattern: `^(user|agent|team|system|workflow):${NAME}$`, description });
/** Who owns a list or reads it. */
export const Principal = principal("type:id, where type is user, agent, team, system or workflow");
export const ListRef = T.String({ minLength: 1, maxLength: 200, description: "Id or name of the list" });
export const Owner = principal("Which owner's list, where a name is given: type:id");
export const Reader = principal("Whose cursor, as type:id; who calls, unless said");

/** What a provider knows of a message and nobody else should see without `chats:raw`. */
export const Raw = T.Object({
  normalizedSenderId: T.Optional(described(Word, "The sender's id, in one spelling")),
  providerMessageId: T.Optional(described(Word, "The platform's own id of the message")),
  rawChatId: T.Optional(described(Word, "The platform's own id of the conversation")),
  rawSenderId: T.Optional(described(Word, "The platform's own id of the sender")),
  rawProvenance: T.Optional(T.Record(T.String(), T.Unknown(), { description: "What else the platform says of it" })),
});
/** What a message brings along from outside. */
export const Origin = T.Object({
  contactId: T.Optional(described(Word, "Id of the contact")),
  messageType: T.Optional(described(Word, "The platform's kind of message")),
  platformIdentityId: T.Optional(described(Word, "Id of the identity on the platform")),
  providerTimestamp: T.Optional(T.Integer({ minimum: 0, description: "Unix milliseconds" })),
});

export const MessageContent = T.Object(
  { text: T.Optional(T.String({ description: "The text" })) },
  { description: "Empty while the message is deleted" },
);

export const Message = T.Object({
  id: T.String({ description: "Its id" }),
  chatId: T.String({ description: "Id of the chat" }),
  actorId: T.String({ description: "Who wrote it: the id of an agent or person" }),
  actorType: described(oneOf("actor"), "What wrote it"),
  clientMessageId: T.String({ description: "The caller's own id of the message" }),
  content: MessageContent,
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  ingestedAt: T.Number({ description: "When the gateway took it in, Unix milliseconds" }),
  updatedAt: T.Number({ description: "When it was last changed, Unix milliseconds" }),
  revision: T.Integer({ description: "Counts its changes, 1 for the first" }),
  sortKey: T.String({ description: "Of fixed width; as text, it orders the messages of a chat as they came in" }),
  state: described(oneOf("created", "updated", "deleted"), "Its state"),
  agentId: T.Optional(T.String({ description: "Id of the agent" })),
  channel: T.Optional(T.String({ description: "Kind of the platform, such as irc" })),
  instanceId: T.Optional(T.String({ description: "Id of the adapter that carries it" })),
  ...Origin.properties,
  ...Raw.properties,
});
export type Message = Static<typeof Message>;
/** What is answered to whoever sends a message. */
export const Sending = T.Object({
  clientMessageId: T.String({ description: "The caller's own id of the message" }),
  disposition: described(oneOf("created", "duplicate"), "Whether it was created now, or was there already"),
  message: described(Message, "The message"),
  messageId: T.String({ description: "Id of the message" }),
});
export type Sending = Static<typeof Sending>;

export const Chat = T.Object({
  id: T.String({ description: "Its id" }),
  kind: described(Kind, "Its kind"),
  title: T.Optional(T.String({ description: "A title for people" })),
  channel: T.Optional(T.String({ description: "Kind of the platform, such as irc" })),
  instanceId: T.Optional(T.String({ description: "Id of the adapter that carries it" })),
  agentId: T.Optional(T.String({ description: "Id of the agent" })),
  tags: T.Array(T.String(), { description: "Tags" }),
  clientChatId: T.Optional(T.String({ description: "The caller's own id of the chat" })),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.Number({ description: "When it was last changed, Unix milliseconds" }),
  archivedAt: T.Optional(T.Number({ description: "When it was archived, Unix milliseconds" })),
});
export type Chat = Static<typeof Chat>;

export const Mode = oneOf("static", "dynamic", "hybrid");
export const Visibility = oneOf("private", "team", "system");
export const ListName = T.String({ minLength: 1, maxLength: 200 });
export const Description = T.String({ maxLength: 2000, description: "Empty for none" });

export const ReadingList = T.Object({
  id: T.String({ description: "Its id" }),
  name: T.String({ description: "Its name" }),
  mode: described(Mode, "How chats come onto it: by hand, by its selector, or both"),
  ownerId: T.String({ description: "Id of the owner" }),
  ownerType: T.String({ description: "What the owner is" }),
  visibility: described(Visibility, "Who sees it"),
  description: T.Optional(T.String({ description: "A description for people" })),
  selector: T.Optional(described(Selector, "Which chats belong to it")),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.Number({ description: "When it was last changed, Unix milliseconds" }),
  archivedAt: T.Optional(T.Number({ description: "When it was archived, Unix milliseconds" })),
});
export type ReadingList = Static<typeof ReadingList>;

export const Source = oneOf("manual", "selector");
export const Priority: ReturnType<typeof numeric> = numeric({ maximum: 1_000_000, description: "Higher comes first" });

export const Membership = T.Object({
  chatId: T.String({ description: "Id of the chat" }),
  source: described(Source, "Whether it was put there by hand or by the selector"),
  addedAt: T.Number({ description: "When it was added, Unix milliseconds" }),
  priority: T.Integer({ description: "How urgent it is" }),
  state: described(oneOf("active", "excluded", "removed"), "Its state"),
});

/** A place in a chat: `messageId` is the last message that was read; absent before the first. */
export const Cursor = T.Object({
  messageId: T.Optional(T.String({ description: "Id of the message" })),
  sortKey: T.Optional(T.String({ description: "Sorts messages of a chat in their order" })),
  readAt: T.Optional(T.Number({ description: "When it was read, Unix milliseconds" })),
});
export type Cursor = Static<typeof Cursor>;

export const Member = T.Object({
  chatId: T.String({ description: "Id of the chat" }),
  source: described(Source, "Whether it was put there by hand or by the selector"),
  addedAt: T.Number({ description: "When it was added, Unix milliseconds" }),
  priority: T.Integer({ description: "How urgent it is" }),
  chat: described(Chat, "The chat"),
  unreadCount: T.Integer({ description: "How many messages are unread" }),
  messageCount: T.Integer({ description: "How many messages it has" }),
  lastMessage: T.Optional(described(Message, "The newest message")),
  cursor: described(Cursor, "The place up to which it was read"),
});

export const Recompute = T.Object({
  added: T.Integer({ description: "Matched, and were not on the list" }),
  eligible: T.Integer({ description: "Match now" }),
  kept: T.Integer({ description: "On the list by selector, and still match" }),
  preserved: T.Integer({ description: "On the list by hand, and never touched" }),
  removed: T.Integer({ description: "On the list by selector, and match no longer" }),
});
export type Recompute = Static<typeof Recompute>;
export const ListRecompute = T.Object({
  ...Recompute.properties,
  list: described(ReadingList, "The reading list"),
});
