import { type Caller, omitUndefined, type Reads, T, type Transacting } from "@postern/core";
import { described } from "@postern/kit/fields";
import { chatOf, showChat } from "./chat.ts";
import { chats, lists } from "./collections.ts";
import { ChatNotFound, ListAmbiguous, ListNotFound, ListNotYours } from "./errors.ts";
import { chatArchived, chatUnarchived, listArchived, listUnarchived } from "./events.ts";
import { listIdIn, listsIn, ownListOf } from "./reading-list.ts";
import { Chat, ChatId, ListRef, Owner, ReadingList } from "./schemas.ts";

/** Shared by `chats.archive` and `chats.unarchive`. No event is emitted if nothing changes. */
export const archivingChat = (isArchived: boolean) => ({
  input: T.Object({ chatId: ChatId }),
  output: T.Object({ chat: described(Chat, "The chat") }),
  errors: [ChatNotFound],
  resource: ({ chatId }: { chatId: string }) => chatId,
  async plan({ store }: { store: Reads }, { chatId }: { chatId: string }) {
    await chatOf(store, chatId);
    return { summary: `${isArchived ? "Archive" : "Restore"} chat ${chatId}` };
  },
  async undo({ store }: { store: Reads }, _plan: unknown, { chatId }: { chatId: string }) {
    if (isArchived === ((await chatOf(store, chatId)).archivedAt !== undefined)) return undefined;
    return { operation: isArchived ? "chats.unarchive" : "chats.archive", input: { chatId } };
  },
  async execute({ store, now, emit }: Transacting, _plan: unknown, { chatId }: { chatId: string }) {
    const before = await chatOf(store, chatId);
    if (isArchived === (before.archivedAt !== undefined)) return { chat: showChat(before) };
    const record = omitUndefined({ ...before, updatedAt: now, archivedAt: isArchived ? now : undefined });
    await store.put(chats, record);
    const chat = showChat(record);
    emit(isArchived ? chatArchived : chatUnarchived, { chat });
    return { chat };
  },
});

/** Shared by `chats.lists.archive` and `chats.lists.unarchive`. No event is emitted if nothing changes. */
export const archivingList = (isArchived: boolean) => ({
  input: T.Object({ list: ListRef, owner: T.Optional(Owner) }),
  output: T.Object({ list: described(ReadingList, "The reading list") }),
  errors: [ListNotFound, ListAmbiguous, ListNotYours],
  resource: ({ list }: { list: string }) => listIdIn(list),
  resources: listsIn,
  async plan({ store, caller }: { store: Reads; caller: Caller }, ref: { list: string; owner?: string }) {
    const { id: listId } = await ownListOf(store, caller, ref);
    return { summary: `${isArchived ? "Archive" : "Restore"} list ${listId}`, listId };
  },
  async undo({ store, caller }: { store: Reads; caller: Caller }, { listId: list }: { listId: string }) {
    if (isArchived === ((await ownListOf(store, caller, { list })).archivedAt !== undefined)) return undefined;
    return { operation: isArchived ? "chats.lists.unarchive" : "chats.lists.archive", input: { list } };
  },
  async execute({ store, caller, now, emit }: Transacting & { caller: Caller }, { listId }: { listId: string }) {
    const before = await ownListOf(store, caller, { list: listId });
    if (isArchived === (before.archivedAt !== undefined)) return { list: before };
    const list = omitUndefined({ ...before, updatedAt: now, archivedAt: isArchived ? now : undefined });
    await store.put(lists, list);
    emit(isArchived ? listArchived : listUnarchived, { list });
    return { list };
  },
});
