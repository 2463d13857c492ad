import { type Caller, defineEvent, type Reads, type Static, T, type TObject } from "@postern/core";
import { lists } from "./collections.ts";
import { actsFor, maySee } from "./reading-list.ts";
import { Chat, Cursor, Message, ReadingList, Recompute, Source } from "./schemas.ts";

const chatIs = (past: string) => ({
  summary: `A chat was ${past}`,
  data: T.Object({ chat: Chat }),
  subject: ({ chat }: { chat: Static<typeof Chat> }) => chat.id,
});
const messageIs = (past: string) => ({
  summary: `A message was ${past}`,
  data: T.Object({ message: Message }),
  subject: ({ message }: { message: Static<typeof Message> }) => message.id,
});
const listIs = (past: string) => ({
  summary: `A reading list was ${past}`,
  data: T.Object({ list: ReadingList }),
  visible: (who: Who, { list }: { list: { id: string } }) => seesList(who, list.id),
  subject: ({ list }: { list: Static<typeof ReadingList> }) => list.id,
});
interface Who {
  readonly caller: Caller;
  readonly store: Reads;
}

/** Who can see a list receives its events; if the list no longer exists, only admins do. */
async function seesList({ caller, store }: Who, id: string): Promise<boolean> {
  const list = await store.get(lists, id);
  return list ? maySee(caller, list) : caller.isAdmin;
}

const onList = <P extends TObject["properties"]>(summary: string, members: P) => ({
  summary,
  data: T.Object({ listId: T.String(), ...members }),
  visible: (who: Who, data: object) => seesList(who, (data as { listId: string }).listId),
  subject: (data: object) => (data as { listId: string }).listId,
});

export const chatCreated = defineEvent("chats.chat.created", chatIs("created"));
export const chatUpdated = defineEvent("chats.chat.updated", chatIs("updated"));
export const chatArchived = defineEvent("chats.chat.archived", chatIs("archived"));
export const chatUnarchived = defineEvent("chats.chat.unarchived", chatIs("restored from the archive"));

export const messageCreated = defineEvent("chats.message.created", messageIs("created"));
export const messageUpdated = defineEvent("chats.message.updated", messageIs("updated"));
export const messageDeleted = defineEvent("chats.message.deleted", messageIs("deleted"));
export const messageRestored = defineEvent("chats.message.restored", messageIs("restored"));

export const messageDraft = defineEvent("chats.message.draft", {
  summary: "The draft of a message was changed or removed",
  data: T.Object({
    draftId: T.String({ description: "Id of the draft" }),
    chatId: T.String({ description: "Id of the chat" }),
    actorId: T.String({ description: "Id of the author" }),
    offset: T.Integer({ description: "Number of characters (UTF-16 code units) of the text so far that stay" }),
    text: T.String({ description: "Text that follows those characters" }),
    ended: T.Boolean({
      description: "True if the draft was removed. If its message was created, there is only that event",
    }),
  }),
  subject: ({ chatId }) => chatId,
});

export const listCreated = defineEvent("chats.list.created", listIs("created"));
export const listUpdated = defineEvent("chats.list.updated", listIs("updated"));
export const listArchived = defineEvent("chats.list.archived", listIs("archived"));
export const listUnarchived = defineEvent("chats.list.unarchived", listIs("restored from the archive"));

export const memberAdded = defineEvent(
  "chats.list.member.added",
  onList("A chat was added to a reading list manually, or its priority was changed", {
    chatId: T.String(),
    source: Source,
    priority: T.Integer(),
  }),
);
export const memberRemoved = defineEvent(
  "chats.list.member.removed",
  onList("A chat was removed from a reading list manually", { chatId: T.String(), excluded: T.Boolean() }),
);
export const listRecomputed = defineEvent(
  "chats.list.recomputed",
  onList("A reading list was updated from its selector", { recompute: Recompute }),
);
export const listRead = defineEvent("chats.list.read", {
  ...onList("Messages on a reading list were marked as read", {
    chatId: T.String(),
    reader: T.String(),
    cursor: Cursor,
  }),
  visible: async (who, { listId, reader }) => actsFor(who.caller, reader) && (await seesList(who, listId)),
});
