import { defineSyncDomain, type RecordName } from "@postern/kit/sync";
import * as events from "../events.ts";
import { syncedChats } from "./chats.ts";
import { syncedLists } from "./lists.ts";
import { syncedMembers } from "./members.ts";
import { syncedMessages } from "./messages.ts";

interface EventData {
  readonly chat: { id: string };
  readonly message: { chatId: string; clientMessageId: string };
  readonly list: { id: string };
}
const chat = ({ chat }: Pick<EventData, "chat">): RecordName[] => [["chat", chat.id]];
const message = ({ message: { chatId, clientMessageId } }: Pick<EventData, "message">): RecordName[] => [
  ["message", chatId, clientMessageId],
];
const list = ({ list }: Pick<EventData, "list">): RecordName[] => [["list", list.id]];
const member = ({ listId, chatId }: { listId: string; chatId: string }): RecordName[] => [["member", listId, chatId]];

/** The synced records of chats. */
export const chatsDomain = defineSyncDomain("chats", {
  kinds: { chat: syncedChats, message: syncedMessages, list: syncedLists, member: syncedMembers },
  touched: {
    [events.chatCreated.type]: chat,
    [events.chatUpdated.type]: chat,
    [events.chatArchived.type]: chat,
    [events.chatUnarchived.type]: chat,
    [events.messageCreated.type]: message,
    [events.messageUpdated.type]: message,
    [events.messageDeleted.type]: message,
    [events.messageRestored.type]: message,
    [events.listCreated.type]: list,
    [events.listUpdated.type]: list,
    [events.listArchived.type]: list,
    [events.listUnarchived.type]: list,
    [events.memberAdded.type]: member,
    [events.memberRemoved.type]: member,
  },
});
