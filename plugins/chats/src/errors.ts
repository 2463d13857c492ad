import { defineError, T } from "@postern/core";

const chat = T.Object({ chatId: T.String() });
const message = T.Object({ messageId: T.String() });
const list = T.Object({ listId: T.String() });

export const ChatNotFound = defineError("chats.chat_not_found", {
  status: 404,
  data: chat,
  message: ({ chatId }) => `Chat "${chatId}" not found. List chats with "postern chats list".`,
});

export const ChatConflict = defineError("chats.chat_conflict", {
  status: 409,
  data: chat,
  message: ({ chatId }) => `Chat "${chatId}" was already created with this clientChatId and other fields`,
  fix: ({ chatId }) => `postern chats show --chatId ${chatId}`,
});

export const ChatArchived = defineError("chats.chat_archived", {
  status: 409,
  data: chat,
  message: ({ chatId }) => `Chat "${chatId}" is archived`,
  fix: ({ chatId }) => `postern chats unarchive --chatId ${chatId}`,
});

export const MessageNotFound = defineError("chats.message_not_found", {
  status: 404,
  data: T.Object({ messageId: T.Optional(T.String()), clientMessageId: T.Optional(T.String()) }),
  message: ({ messageId, clientMessageId }) =>
    `Message "${messageId ?? clientMessageId}" not found. List messages with "postern chats messages list".`,
});

export const MessageConflict = defineError("chats.message_conflict", {
  status: 409,
  data: message,
  message: ({ messageId }) => `Message "${messageId}" already has this clientMessageId, with another actor or content`,
  fix: ({ messageId }) => `postern chats messages show --messageId ${messageId}`,
});

export const MessageDeleted = defineError("chats.message_deleted", {
  status: 409,
  data: message,
  message: ({ messageId }) => `Message "${messageId}" is deleted`,
  fix: ({ messageId }) => `postern chats messages restore --messageId ${messageId}`,
});

export const RevisionMismatch = defineError("chats.revision_mismatch", {
  status: 409,
  data: T.Object({ messageId: T.String(), expected: T.Integer(), current: T.Integer() }),
  message: ({ messageId, expected, current }) => `Message "${messageId}" has revision ${current}, not ${expected}`,
  fix: ({ messageId }) => `postern chats messages show --messageId ${messageId}`,
});

export const ListNotFound = defineError("chats.list_not_found", {
  status: 404,
  data: T.Object({ list: T.String() }),
  message: ({ list }) => `Reading list "${list}" not found. List reading lists with "postern chats lists list".`,
});

export const ListAmbiguous = defineError("chats.list_ambiguous", {
  status: 409,
  data: T.Object({ candidates: T.Array(T.Object({ id: T.String(), name: T.String(), owner: T.String() })) }),
  message: ({ candidates }) =>
    `${candidates.length} reading lists have this name. Use the id of a list, or add its owner.`,
});

export const ListNameTaken = defineError("chats.list_name_taken", {
  status: 409,
  data: list,
  message: ({ listId }) => `The owner already has a reading list with this name: "${listId}"`,
  fix: ({ listId }) => `postern chats lists show --list ${listId}`,
});

export const ListNotYours = defineError("chats.list_not_yours", {
  status: 403,
  data: T.Object({ owner: T.String() }),
  message: ({ owner }) => `Only the owner ${owner} or an admin may change this reading list`,
});

export const ReaderNotYours = defineError("chats.reader_not_yours", {
  status: 403,
  data: T.Object({ reader: T.String() }),
  message: ({ reader }) => `Only ${reader} or an admin may change this cursor`,
});

export const ListArchived = defineError("chats.list_archived", {
  status: 409,
  data: list,
  message: ({ listId }) => `Reading list "${listId}" is archived`,
  fix: ({ listId }) => `postern chats lists unarchive --list ${listId}`,
});

export const ListNotDynamic = defineError("chats.list_not_dynamic", {
  status: 409,
  data: list,
  message: ({ listId }) => `Reading list "${listId}" is static and has no selector`,
});

export const ListDynamic = defineError("chats.list_dynamic", {
  status: 409,
  data: list,
  message: ({ listId }) => `Reading list "${listId}" is dynamic: chats are added only by its selector`,
  fix: ({ listId }) => `postern chats lists recompute --listId ${listId}`,
});

export const MemberNotFound = defineError("chats.member_not_found", {
  status: 404,
  data: T.Object({ listId: T.String(), chatId: T.String() }),
  message: ({ listId, chatId }) => `Chat "${chatId}" is not on reading list "${listId}"`,
});
