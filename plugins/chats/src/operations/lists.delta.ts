import { defineQuery, T } from "@postern/core";
import { described, numeric, withDefault } from "@postern/kit/fields";
import { scanRecords, withColumns } from "@postern/kit/paging";
import { chatOf } from "../chat.ts";
import { cursors, type MessageRecord, messages } from "../collections.ts";
import { ListAmbiguous, ListNotFound, MemberNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { memberOf } from "../member.ts";
import { messageIdOf, showMessage } from "../message.ts";
import { partsAfter, sortKeyOf } from "../place.ts";
import { listIdIn, listOfRef } from "../reading-list.ts";
import { ChatId, Cursor, ListRef, Message, Owner, Reader } from "../schemas.ts";
import { countUnread, showCursor } from "../unread.ts";

export const listsDelta = defineQuery(group, {
  id: "chats.lists.delta",
  summary: "Show the unread messages of a chat on a reading list",
  description:
    "Oldest first, including the reader's own messages and without deleted ones. To mark the returned messages as read, pass the messageId of nextCursor to chats.lists.read as upTo.",
  input: T.Object({
    list: ListRef,
    chatId: ChatId,
    owner: T.Optional(Owner),
    reader: T.Optional(Reader),
    limit: withDefault(
      numeric({ minimum: 1, maximum: 500, description: "Maximum number of messages to return" }),
      "50",
    ),
  }),
  output: T.Object({
    cursor: described(Cursor, "Read position"),
    messages: withColumns(T.Array(Message, { description: "Unread messages" }), {
      createdAt: "time",
      actorId: "actor",
      content: "text",
      id: ["id", 1],
    }),
    unreadCount: T.Integer({ description: "Number of unread messages" }),
    nextCursor: described(Cursor, "Read position after the returned messages"),
  }),
  errors: [ListNotFound, ListAmbiguous, MemberNotFound],
  examples: [{ title: "Unread messages of a chat", input: { list: "today", chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ list, chatId }) => listIdIn(list) && [list, chatId],
  async run({ store, caller }, { chatId, reader = caller.principal, limit, ...ref }) {
    const list = await listOfRef(store, caller, ref);
    await memberOf(store, list, chatId);
    const chat = await chatOf(store, chatId);
    const cursor = await store.get(cursors, list.id, chatId, reader);
    const fresh: MessageRecord[] = [];
    const later = { prefix: [chatId], ...(cursor && { from: partsAfter(cursor) }) };
    for await (const message of scanRecords(store, messages, later)) {
      if (message.deletedAt === undefined && fresh.push(message) === limit) break;
    }
    const last = fresh.at(-1);
    return {
      cursor: showCursor(cursor),
      messages: fresh.map((message) => showMessage(message, chat)),
      unreadCount: await countUnread(store, chatId, reader, cursor),
      nextCursor: last ? { messageId: messageIdOf(last), sortKey: sortKeyOf(last) } : showCursor(cursor),
    };
  },
});
