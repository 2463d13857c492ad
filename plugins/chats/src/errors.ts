import { defineError, T } from "@postern/core";

const chat = T.Object({ chatId: T.String() });
const message = T.Object({ messageId: T.String() });
const list = T.Object({ listId: T.String() });

export const ChatNotFound = defineError("chats.chat_not_found", {
  status: 404,
  data: chat,
  message: ({ chatId }) => `There is no chat ${chatId}`,
});

export const ChatConflict = defineError("chats.chat_conflict", {
  status: 409,
  data: chat,
  message: ({ chatId }) => `This clientChatId made chat ${chatId} from other fields`,
  fix: ({ chatId }) => `postern chats show --chatId ${chatId}`,
});

export const ChatArchived = defineError("chats.chat_archived", {
  status: 409,
  data: chat,
  message: ({ chatId }) => `Chat ${chatId} is archived`,
  fix: ({ chatId }) => `postern chats unarchive --chatId ${chatId}`,
});

export const MessageNotFound = defineError("chats.message_not_found", {
  status: 404,
  data: T.Object({ messageId: T.Optional(T.String()), clientMessageId: T.Optional(T.String()) }),
  message: ({ messageId, clientMessageId }) => `There is no message ${messageId ?? clientMessageId}`,
});

export const MessageConflict = defineError("chats.message_conflict", {
  status: 409,
  data: message,
  message: ({ messageId }) => `This clientMessageId belongs to message ${messageId}, of another actor or content`,
  fix: ({ messageId }) => `postern chats messages show --messageId ${messageId}`,
});

export const MessageDeleted = defineError("chats.message_deleted", {
  status: 409,
  data: message,
  message: ({ messageId }) => `Message ${messageId} is deleted`,
  fix: ({ messageId }) => `postern chats messages restore --messageId ${messageId}`,
});

export const RevisionMismatch = defineError("chats.revision_mismatch", {
  status: 409,
  data: T.Object({ messageId: T.String(), expected: T.Integer(), current: T.Integer() }),
  message: ({ messageId, expected, current }) => `Message ${messageId} is at revision ${current}, not ${expected}`,
  fix: ({ messageId }) => `postern chats messages show --messageId ${messageId}`,
});

export const ListNotFound = defineError("chats.list_not_found", {
  status: 404,
  data: T.Object({ list: T.String() }),
  message: ({ list }) => `There is no list ${list}`,
});

export const ListAmbiguous = defineError("chats.list_ambiguous", {
  status: 409,
  data: T.Object({ candidates: T.Array(T.Object({ id: T.String(), name: T.String(), owner: T.String() })) }),
  message: ({ candidates }) => `${candidates.length} lists have this name; give an id or the owner`,
});

export const ListNameTaken = defineError("chats.list_name_taken", {
  status: 409,
  data: list,
  message: ({ listId }) => `The owner already has a list of this name: ${listId}`,
  fix: ({ listId }) => `postern chats lists show --list ${listId}`,
});

export const ListNotYours = defineError("chats.list_not_yours", {
  status: 403,
  data: T.Object({ owner: T.String() }),
  message: ({ owner }) => `Only ${owner} or an admin may do this`,
});

export const ReaderNotYours = defineError("chats.reader_not_yours", {
  status: 403,
  data: T.Object({ reader: T.String() }),
  message: ({ reader }) => `Only ${reader} or an admin may move this cursor`,
});

export const ListArchived = defineError("chats.list_archived", {
  status: 409,
  data: list,
  message: ({ listId }) => `List ${listId} is archived`,
  fix: ({ listId }) => `postern chats lists unarchive --list ${listId}`,
});

export const ListNotDynamic = defineError("chats.list_not_dynamic", {
  status: 409,
  data: list,
  message: ({ listId }) => `List ${listId} is kept by hand and has no selector`,
});

export const ListDynamic = defineError("chats.list_dynamic", {
  status: 409,
  data: list,
  message: ({ listId }) => `List ${listId} takes its chats from its selector alone`,
  fix: ({ listId }) => `postern chats lists recompute --listId ${listId}`,
});

export const MemberNotFound = defineError("chats.member_not_found", {
  status: 404,
  data: T.Object({ listId: T.String(), chatId: T.String() }),
  message: ({ listId, chatId }) => `Chat ${chatId} is not on list ${listId}`,
});
