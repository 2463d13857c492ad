import { defineCommand, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { type CursorRecord, cursors } from "../collections.ts";
import { ListAmbiguous, ListNotFound, MemberNotFound, MessageNotFound, ReaderNotYours } from "../errors.ts";
import { listRead } from "../events.ts";
import { group } from "../group.ts";
import { memberOf } from "../member.ts";
import { chatIdIn, messageIdOf, messageOf } from "../message.ts";
import { isBefore, isSamePlace } from "../place.ts";
import { actsFor, listIdIn, listOfRef, listsIn } from "../reading-list.ts";
import { ChatId, Cursor, ListRef, MessageId, Owner, Reader } from "../schemas.ts";
import { countUnread, lastPosition, positionAt, showCursor } from "../unread.ts";

export const listsRead = defineCommand(group, {
  id: "chats.lists.read",
  summary: "Mark the messages of a chat as read",
  description:
    "Marks all messages as read, or with `upTo` all messages up to the given one. Each reader has a cursor per list and chat. The cursor moves back only with `back`.",
  input: T.Object({
    list: ListRef,
    chatId: ChatId,
    owner: T.Optional(Owner),
    reader: T.Optional(Reader),
    upTo: T.Optional(described(MessageId, "Id of the last message to mark as read (default: the latest message)")),
    back: withDefault(T.Boolean({ description: "Allow the cursor to move back" }), false),
  }),
  output: T.Object({
    cursor: described(Cursor, "Read position"),
    unreadCount: T.Integer({ description: "Number of unread messages" }),
  }),
  errors: [ListNotFound, ListAmbiguous, MemberNotFound, MessageNotFound, ReaderNotYours],
  examples: [{ title: "All messages of a chat", input: { list: "today", chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ list, chatId }) => listIdIn(list) && [list, chatId],
  resources: listsIn,
  async plan({ store, caller }, { chatId, reader = caller.principal, upTo, back: _, ...ref }) {
    const list = await listOfRef(store, caller, ref);
    if (!actsFor(caller, reader)) throw ReaderNotYours({ reader });
    await memberOf(store, list, chatId);
    if (upTo !== undefined) {
      if (chatIdIn(upTo) !== chatId) throw MessageNotFound({ messageId: upTo });
      await messageOf(store, upTo);
    }
    return { summary: `Mark chat ${chatId} as read by ${reader}`, listId: list.id, reader };
  },
  async undo({ store }, { listId: list, reader }, { chatId }) {
    const before = await store.get(cursors, list, chatId, reader);
    if (!before) return undefined;
    const input = { list, chatId, reader, upTo: messageIdOf(before), back: true };
    return ({ cursor }) => (cursor.messageId === input.upTo ? undefined : { operation: "chats.lists.read", input });
  },
  async execute({ store, now, emit }, { listId, reader }, { chatId, upTo, back }) {
    const before = await store.get(cursors, listId, chatId, reader);
    const cursor = await moved();
    return { cursor: showCursor(cursor), unreadCount: await countUnread(store, chatId, reader, cursor) };

    async function moved(): Promise<CursorRecord | undefined> {
      const last = await lastPosition(store, chatId, reader);
      if (last === undefined) return before;
      const place = upTo === undefined ? last : await messageOf(store, upTo);
      if (before && (isSamePlace(place, before) || (isBefore(place, before) && !back))) return before;
      // Unchecked, because the messages between two positions and their authors never change.
      const position = isSamePlace(place, last) ? last : await positionAt(store.unchecked, chatId, reader, place, last);
      const cursor = { listId, chatId, reader, ...position, readAt: now };
      await store.put(cursors, cursor);
      emit(listRead, { listId, chatId, reader, cursor: showCursor(cursor) });
      return cursor;
    }
  },
});
