import { numeric, oneOf, type Static, T } from "@postern/core";
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
  normalizedSenderId: T.Optional(Word),
  providerMessageId: T.Optional(Word),
  rawChatId: T.Optional(Word),
  rawSenderId: T.Optional(Word),
  rawProvenance: T.Optional(T.Record(T.String(), T.Unknown())),
});
/** What a message brings along from outside. */
export const Origin = T.Object({
  contactId: T.Optional(Word),
  messageType: T.Optional(Word),
  platformIdentityId: T.Optional(Word),
  providerTimestamp: T.Optional(T.Integer({ minimum: 0, description: "Unix milliseconds" })),
});

export const MessageContent = T.Object(
  { text: T.Optional(T.String()) },
  { description: "Empty while the message is deleted" },
);

export const Message = T.Object({
  id: T.String(),
  chatId: T.String(),
  actorId: T.String(),
  actorType: oneOf("actor"),
  clientMessageId: T.String(),
  content: MessageContent,
  createdAt: T.Number(),
  ingestedAt: T.Number(),
  updatedAt: T.Number(),
  revision: T.Integer(),
  sortKey: T.String({ description: "Of fixed width; as text, it orders the messages of a chat as they came in" }),
  state: oneOf("created", "updated", "deleted"),
  agentId: T.Optional(T.String()),
  channel: T.Optional(T.String()),
  instanceId: T.Optional(T.String()),
  ...Origin.properties,
  ...Raw.properties,
});
export type Message = Static<typeof Message>;
/** What is answered to whoever sends a message. */
export const Sending = T.Object({
  clientMessageId: T.String(),
  disposition: oneOf("created", "duplicate"),
  message: Message,
  messageId: T.String(),
});
export type Sending = Static<typeof Sending>;

export const Chat = T.Object({
  id: T.String(),
  kind: Kind,
  title: T.Optional(T.String()),
  channel: T.Optional(T.String()),
  instanceId: T.Optional(T.String()),
  agentId: T.Optional(T.String()),
  tags: T.Array(T.String()),
  clientChatId: T.Optional(T.String()),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  archivedAt: T.Optional(T.Number()),
});
export type Chat = Static<typeof Chat>;

export const Mode = oneOf("static", "dynamic", "hybrid");
export const Visibility = oneOf("private", "team", "system");
export const ListName = T.String({ minLength: 1, maxLength: 200 });
export const Description = T.String({ maxLength: 2000, description: "Empty for none" });

export const ReadingList = T.Object({
  id: T.String(),
  name: T.String(),
  mode: Mode,
  ownerId: T.String(),
  ownerType: T.String(),
  visibility: Visibility,
  description: T.Optional(T.String()),
  selector: T.Optional(Selector),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  archivedAt: T.Optional(T.Number()),
});
export type ReadingList = Static<typeof ReadingList>;

export const Source = oneOf("manual", "selector");
export const Priority: ReturnType<typeof numeric> = numeric({ maximum: 1_000_000, description: "Higher comes first" });

export const Membership = T.Object({
  chatId: T.String(),
  source: Source,
  addedAt: T.Number(),
  priority: T.Integer(),
  state: oneOf("active", "excluded", "removed"),
});

/** A place in a chat: `messageId` is the last message that was read; absent before the first. */
export const Cursor = T.Object({
  messageId: T.Optional(T.String()),
  sortKey: T.Optional(T.String()),
  readAt: T.Optional(T.Number()),
});
export type Cursor = Static<typeof Cursor>;

export const Member = T.Object({
  chatId: T.String(),
  source: Source,
  addedAt: T.Number(),
  priority: T.Integer(),
  chat: Chat,
  unreadCount: T.Integer(),
  messageCount: T.Integer(),
  lastMessage: T.Optional(Message),
  cursor: Cursor,
});

export const Recompute = T.Object({
  added: T.Integer({ description: "Matched, and were not on the list" }),
  eligible: T.Integer({ description: "Match now" }),
  kept: T.Integer({ description: "On the list by selector, and still match" }),
  preserved: T.Integer({ description: "On the list by hand, and never touched" }),
  removed: T.Integer({ description: "On the list by selector, and match no longer" }),
});
export type Recompute = Static<typeof Recompute>;
export const ListRecompute = T.Object({ ...Recompute.properties, list: ReadingList });
