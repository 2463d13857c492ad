import type { Reads } from "@postern/core";
import { type ChatRecord, type MessageRecord, messages } from "./collections.ts";
import { MessageNotFound } from "./errors.ts";
import { partsOf, placeOf, sortKeyOf } from "./place.ts";
import type { Message } from "./schemas.ts";

const HEX = 24;

/** An id contains the chat's digits and the message's position, so that the record is found without an index. */
export const messageIdAt = (chatId: string, sortKey: string): string => `msg_${chatId.slice(-HEX)}${sortKey}`;
export const messageIdOf = (message: Pick<MessageRecord, "chatId" | "number" | "index">): string =>
  messageIdAt(message.chatId, sortKeyOf(message));
export const chatIdIn = (messageId: string): string => `chat_${messageId.slice(4, 4 + HEX)}`;

/** The key of the record of a message. */
export const keyIn = (messageId: string) =>
  [chatIdIn(messageId), ...partsOf(placeOf(messageId.slice(4 + HEX)))] as const;

/** The message, or 404. */
export async function messageOf(store: Reads, messageId: string): Promise<MessageRecord> {
  const message = await store.get(messages, ...keyIn(messageId));
  if (message === undefined) throw MessageNotFound({ messageId });
  return message;
}

/** A message as returned to callers; `sortKey` is required while the message is not yet committed. */
export function showMessage(
  message: MessageRecord,
  chat: ChatRecord,
  { raw = false, sortKey = sortKeyOf(message) }: { raw?: boolean; sortKey?: string } = {},
): Message {
  const { chatId, actorId, clientMessageId, createdAt, updatedAt = createdAt, revision = 1 } = message;
  const isDeleted = message.deletedAt !== undefined;
  return {
    id: messageIdAt(chatId, sortKey),
    chatId,
    actorId,
    actorType: "actor",
    clientMessageId,
    content: isDeleted ? {} : { text: message.text },
    createdAt,
    ingestedAt: createdAt,
    updatedAt,
    revision,
    sortKey,
    state: isDeleted ? "deleted" : message.original === undefined ? "created" : "updated",
    ...(chat.agentId !== undefined && { agentId: chat.agentId }),
    ...(chat.channel !== undefined && { channel: chat.channel }),
    ...(chat.instanceId !== undefined && { instanceId: chat.instanceId }),
    ...message.origin,
    ...(raw && message.raw),
  };
}

/** The newest message that is not deleted. */
export async function lastMessageOf(store: Reads, chatId: string): Promise<MessageRecord | undefined> {
  // Usually the first message matches. If many are deleted, larger pages skip them in few reads.
  const newest = { prefix: [chatId], reverse: true, limit: 1 };
  let page = await store.find(messages, newest);
  for (;;) {
    const last = page.items.find(({ deletedAt }) => deletedAt === undefined);
    if (last || page.next === undefined) return last;
    page = await store.find(messages, { ...newest, limit: 50, after: page.next });
  }
}
