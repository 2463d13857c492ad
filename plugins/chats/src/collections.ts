import { defineCollection, defineCounter, defineSortedSet, type Static, T } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import { partsOf } from "./place.ts";
import { Chat, Draft, Origin, Raw, ReadingList, Source } from "./schemas.ts";

const ChatRecord = T.Object({
  ...Chat.properties,
  /** The number of its commit: its activity before the first message. */
  number: T.Integer(),
  /** Digest of the request, if the caller set a clientChatId. */
  asked: T.Optional(T.String()),
});
export type ChatRecord = Static<typeof ChatRecord>;

/** Part of each index, so that every filter of open or archived chats is one range. */
export const stateOf = ({ archivedAt }: { archivedAt?: number }) => (archivedAt === undefined ? "open" : "archived");

export const chats = defineCollection("chats.chat", {
  schema: ChatRecord,
  key: ({ id }) => [id],
  indexes: {
    byStanding: (chat) => [stateOf(chat)],
    byChannel: (chat) => (chat.channel === undefined ? undefined : [stateOf(chat), chat.channel]),
    byAgent: (chat) => (chat.agentId === undefined ? undefined : [stateOf(chat), chat.agentId]),
    byKind: (chat) => [stateOf(chat), chat.kind],
    byTag: (chat) => chat.tags.map((tag) => [stateOf(chat), tag]),
    byClient: ({ clientChatId }) => (clientChatId === undefined ? undefined : [clientChatId]),
    byTitle: ({ title }) => nameKey(title),
  },
  unique: ["byClient"],
});

/** A stored message, without fields that can be derived from its key or its chat. */
const MessageRecord = T.Object({
  chatId: T.String(),
  /** The number of its commit: its position in the chat. */
  number: T.Integer(),
  /** Its index among the messages of its commit and chat; 0 by default. */
  index: T.Optional(T.Integer()),
  actorId: T.String(),
  clientMessageId: T.String(),
  text: T.String(),
  createdAt: T.Number(),
  updatedAt: T.Optional(T.Number()),
  deletedAt: T.Optional(T.Number()),
  /** 1 by default. */
  revision: T.Optional(T.Integer()),
  /** Digest of the first text, if the text was changed: it identifies a repeated create. */
  original: T.Optional(T.String()),
  origin: T.Optional(Origin),
  raw: T.Optional(Raw),
});
export type MessageRecord = Static<typeof MessageRecord>;

export const messages = defineCollection("chats.message", {
  schema: MessageRecord,
  key: (message) => [message.chatId, ...partsOf(message)],
  indexes: { byClient: ({ chatId, clientMessageId }) => [chatId, clientMessageId] },
  unique: ["byClient"],
});

/** The deleted messages of a chat, without their texts. */
export const deletions = defineCollection("chats.deletion", {
  schema: T.Object({
    chatId: T.String(),
    number: T.Integer(),
    index: T.Optional(T.Integer()),
    actorId: T.String(),
  }),
  key: (deletion) => [deletion.chatId, ...partsOf(deletion)],
});

const DraftRecord = Draft;
export type DraftRecord = Draft;

/** The messages that are being written: at most one for each actor in a chat. */
export const drafts = defineCollection("chats.draft", {
  schema: DraftRecord,
  key: ({ chatId, actorId }) => [chatId, actorId],
});

/** Number of messages, including deleted ones, by chat, and by chat and actor. */
export const ingested = defineCounter("chats.ingested");
/** Number of deleted messages, by chat, and by chat and actor. */
export const deleted = defineCounter("chats.deleted");

const ListRecord = ReadingList;
export type ListRecord = Static<typeof ListRecord>;

export const lists = defineCollection("chats.list", {
  schema: ListRecord,
  key: ({ id }) => [id],
  indexes: {
    byName: ({ name, ownerType, ownerId }) => [name, `${ownerType}:${ownerId}`],
    byOwner: ({ ownerType, ownerId }) => [`${ownerType}:${ownerId}`],
    byFoldedName: ({ name }) => nameKey(name),
  },
  unique: ["byName"],
});

const MemberRecord = T.Object({
  listId: T.String(),
  chatId: T.String(),
  source: Source,
  addedAt: T.Number(),
  priority: T.Integer(),
  /** Excluded from the list, even if the selector matches. */
  excluded: T.Optional(T.Boolean()),
});
export type MemberRecord = Static<typeof MemberRecord>;

export const members = defineCollection("chats.member", {
  schema: MemberRecord,
  key: ({ listId, chatId }) => [listId, chatId],
  indexes: { byChat: ({ listId, chatId, excluded }) => (excluded ? undefined : [chatId, listId]) },
});

/** Number of chats on a list. */
export const memberCount = defineCounter("chats.members");
/** Increased by each change of a list's members, so that a commit can depend on all of them. */
export const memberChanges = defineCounter("chats.member.changes");
/** The chats of each list by priority, then by the number of their last message. */
export const activity = defineSortedSet("chats.activity");

/** The read position of a reader in a chat of a list. */
const CursorRecord = T.Object({
  listId: T.String(),
  chatId: T.String(),
  reader: T.String(),
  /** The position of the last message that was read. */
  number: T.Integer(),
  index: T.Optional(T.Integer()),
  /** Number of messages up to this position, including deleted ones. */
  ingested: T.Integer(),
  /** Number of these messages written by the reader. */
  own: T.Integer(),
  readAt: T.Number(),
});
export type CursorRecord = Static<typeof CursorRecord>;

export const cursors = defineCollection("chats.cursor", {
  schema: CursorRecord,
  key: ({ listId, chatId, reader }) => [listId, chatId, reader],
});
