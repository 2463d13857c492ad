import { defineCollection, defineCounter, defineSortedSet, type Static, T } from "@postern/core";
import { Chat, Origin, Raw, ReadingList, Source } from "./schemas.ts";

const ChatRecord = T.Object({
  ...Chat.properties,
  /** Of the commit that made it: its activity before the first message. */
  number: T.Integer(),
  /** Digest of what was asked for, where the caller gave an id of its own. */
  asked: T.Optional(T.String()),
});
export type ChatRecord = Static<typeof ChatRecord>;

/** Apart from the archived ones, so that each filter of a list is one range. */
export const standing = ({ archivedAt }: { archivedAt?: number }) => (archivedAt === undefined ? "open" : "archived");

export const chats = defineCollection("chats.chat", {
  schema: ChatRecord,
  key: ({ id }) => [id],
  indexes: {
    byStanding: (chat) => [standing(chat)],
    byChannel: (chat) => (chat.channel === undefined ? undefined : [standing(chat), chat.channel]),
    byAgent: (chat) => (chat.agentId === undefined ? undefined : [standing(chat), chat.agentId]),
    byKind: (chat) => [standing(chat), chat.kind],
    byTag: (chat) => chat.tags.map((tag) => [standing(chat), tag]),
    byClient: ({ clientChatId }) => (clientChatId === undefined ? undefined : [clientChatId]),
  },
  unique: ["byClient"],
});

/** A message as it is kept: what follows from its place, its chat or its age is left out. */
const MessageRecord = T.Object({
  chatId: T.String(),
  /** Of the commit that made it: its place in the chat. */
  number: T.Integer(),
  actorId: T.String(),
  clientMessageId: T.String(),
  text: T.String(),
  createdAt: T.Number(),
  updatedAt: T.Optional(T.Number()),
  deletedAt: T.Optional(T.Number()),
  /** 1 where absent. */
  revision: T.Optional(T.Integer()),
  /** Digest of the first text, once there is another: by it a repeated create is known. */
  original: T.Optional(T.String()),
  origin: T.Optional(Origin),
  raw: T.Optional(Raw),
});
export type MessageRecord = Static<typeof MessageRecord>;

export const messages = defineCollection("chats.message", {
  schema: MessageRecord,
  key: ({ chatId, number }) => [chatId, number],
  indexes: { byClient: ({ chatId, clientMessageId }) => [chatId, clientMessageId] },
  unique: ["byClient"],
});

/** The deleted messages of a chat, without their texts. */
export const deletions = defineCollection("chats.deletion", {
  schema: T.Object({ chatId: T.String(), number: T.Integer(), actorId: T.String() }),
  key: ({ chatId, number }) => [chatId, number],
});

/** Messages that came in, by chat, and by chat and actor. */
export const ingested = defineCounter("chats.ingested");
/** Messages that are deleted now, by chat, and by chat and actor. */
export const deleted = defineCounter("chats.deleted");

const ListRecord = ReadingList;
export type ListRecord = Static<typeof ListRecord>;

export const lists = defineCollection("chats.list", {
  schema: ListRecord,
  key: ({ id }) => [id],
  indexes: {
    byName: ({ name, ownerType, ownerId }) => [name, `${ownerType}:${ownerId}`],
    byOwner: ({ ownerType, ownerId }) => [`${ownerType}:${ownerId}`],
  },
  unique: ["byName"],
});

const MemberRecord = T.Object({
  listId: T.String(),
  chatId: T.String(),
  source: Source,
  addedAt: T.Number(),
  priority: T.Integer(),
  /** Kept off the list, whatever its selector says. */
  excluded: T.Optional(T.Boolean()),
});
export type MemberRecord = Static<typeof MemberRecord>;

export const members = defineCollection("chats.member", {
  schema: MemberRecord,
  key: ({ listId, chatId }) => [listId, chatId],
  indexes: { byChat: ({ listId, chatId, excluded }) => (excluded ? undefined : [chatId, listId]) },
});

/** The chats on a list. */
export const memberCount = defineCounter("chats.members");
/** Moved by each change of a list's members: who has read it depends on all of them. */
export const memberChanges = defineCounter("chats.member.changes");
/** The chats of each list by priority, then by the number of their last message. */
export const activity = defineSortedSet("chats.activity");

/** How far a reader has come in a chat of a list. */
const CursorRecord = T.Object({
  listId: T.String(),
  chatId: T.String(),
  reader: T.String(),
  /** Of the last message that was read. */
  number: T.Integer(),
  /** Messages of the chat up to there, deleted ones included. */
  ingested: T.Integer(),
  /** Those of them that the reader wrote. */
  own: T.Integer(),
  readAt: T.Number(),
});
export type CursorRecord = Static<typeof CursorRecord>;

export const cursors = defineCollection("chats.cursor", {
  schema: CursorRecord,
  key: ({ listId, chatId, reader }) => [listId, chatId, reader],
});
