import { defineQuery, type QueryContext, type Static, T } from "@postern/core";
import { described, numericText } from "@postern/kit/fields";
import { listOf, type Source } from "@postern/kit/paging";
import { showChat } from "../chat.ts";
import { activity, cursors, deleted, ingested, type MemberRecord, memberCount, members } from "../collections.ts";
import { ListAmbiguous, ListNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { chatOfMember } from "../member.ts";
import { lastMessageOf, showMessage } from "../message.ts";
import { mayShowRaw } from "../raw.ts";
import { listIdIn, listOfRef } from "../reading-list.ts";
import { IncludeRaw, ListRef, Member, Owner, Reader, ReadingList } from "../schemas.ts";
import { countUnread, showCursor } from "../unread.ts";

const Members = listOf(
  "members",
  Member,
  {
    chatId: "id",
    chat: "text",
    unreadCount: "plain",
    messageCount: ["plain", 2],
    lastMessage: ["text", 1],
    priority: ["plain", 3],
    source: ["plain", 4],
    addedAt: ["ago", 5],
  },
  numericText,
);
type Store = QueryContext["store"]["unchecked"];

export const listsMembers = defineQuery(group, {
  id: "chats.lists.members",
  summary: "List the chats of a reading list with their unread counts",
  description:
    "Sorted by priority, then by the last message, newest first. Messages after the reader's cursor are unread, except deleted ones and the reader's own.",
  input: T.Object({
    list: ListRef,
    includeRaw: T.Optional(IncludeRaw),
    owner: T.Optional(Owner),
    reader: T.Optional(Reader),
    ...Members.fields,
  }),
  output: T.Object({
    list: described(ReadingList, "The reading list"),
    reader: T.String({ description: "Reader, as type:id" }),
    ...Members.output.properties,
  }),
  errors: [ListNotFound, ListAmbiguous],
  examples: [{ title: "Unread counts", input: { list: "today", fields: "chatId,unreadCount", limit: "20" } }],
  resource: ({ list }) => listIdIn(list),
  async run({ store, caller }, { reader = caller.principal, includeRaw, limit, offset, fields, ...ref }) {
    const raw = mayShowRaw(caller, includeRaw);
    const list = await listOfRef(store, caller, ref);
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and can skip the offset.
    const { unchecked } = store;
    const answer = await Members.answer(page, onList(unchecked, list.id), (member) =>
      show(unchecked, member, reader, raw),
    );
    return { list, reader, ...answer };
  },
});

/** Totals are exact up to this number, as in every list. */
const TOTAL_LIMIT = 10_000;

/** The members of a list, by priority and then by the last message. */
function onList(store: Store, listId: string): Source<MemberRecord> {
  return async (offset, limit) => {
    const [total, { items: keys }] = await Promise.all([
      store.sum(memberCount, listId),
      store.placed(activity, { prefix: [listId], reverse: true, offset, limit }),
    ]);
    // Together, so that a store on a server reads all of them in one round trip.
    const found = await Promise.all(keys.map((key) => store.get(members, ...key)));
    const items = found.filter((member) => member !== undefined);
    return { items, total: Math.min(total, TOTAL_LIMIT), totalCapped: total > TOTAL_LIMIT };
  };
}

async function show(store: Store, member: MemberRecord, reader: string, raw: boolean): Promise<Static<typeof Member>> {
  const { listId, chatId, source, addedAt, priority } = member;
  const [chat, cursor, last, removed, all] = await Promise.all([
    chatOfMember(store, member),
    store.get(cursors, listId, chatId, reader),
    lastMessageOf(store, chatId),
    store.sum(deleted, chatId),
    store.sum(ingested, chatId),
  ]);
  return {
    chatId,
    source,
    addedAt,
    priority,
    chat: showChat(chat),
    unreadCount: await countUnread(store, chatId, reader, cursor, removed),
    messageCount: all - removed,
    ...(last && { lastMessage: showMessage(last, chat, { raw }) }),
    cursor: showCursor(cursor),
  };
}
