import type { Reads } from "@postern/core";
import { type ChatRecord, type MessageRecord, messages } from "./collections.ts";
import { MessageNotFound } from "./errors.ts";
import type { Message } from "./schemas.ts";

/** The position of a message as a string of fixed width. */
export const sortKeyOf = (number: number): string => number.toString(16).padStart(14, "0");
export const numberOf = (sortKey: string): number => Number.parseInt(sortKey, 16);

const HEX = 24;

/** An id contains the chat's digits and the message's position, so that the record is found without an index. */
export const messageIdAt = (chatId: string, sortKey: string): string => `msg_${chatId.slice(-HEX)}${sortKey}`;
export const messageIdOf = ({ chatId, number }: Pick<MessageRecord, "chatId" | "number">): string =>
  messageIdAt(chatId, sortKeyOf(number));
export const chatIdIn = (messageId: string): string => `chat_${messageId.slice(4, 4 + HEX)}`;
export const numberIn = (messageId: string): number => numberOf(messageId.slice(4 + HEX));

/** The message, or 404. */
export async function messageOf(store: Reads, messageId: string): Promise<MessageRecord> {
  const message = await store.get(messages, chatIdIn(messageId), numberIn(messageId));
  if (message === undefined) throw MessageNotFound({ messageId });
  return message;
}

/** A message as returned to callers; `sortKey` is required while the message is not yet committed. */
export function showMessage(
  message: MessageRecord,
  chat: ChatRecord,
  { raw = false, sortKey = sortKeyOf(message.number) }: { raw?: boolean; sortKey?: string } = {},
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
  let limit = 1;
  let after: string | undefined;
  do {
    const page = await store.find(messages, {
      prefix: [chatId],
      reverse: true,
      limit,
      ...(after !== undefined && { after }),
    });
    const last = page.items.find(({ deletedAt }) => deletedAt === undefined);
    if (last) return last;
    after = page.next;
    // Usually the first message matches. If many are deleted, larger pages skip them in few reads.
    limit = 50;
  } while (after !== undefined);
  return undefined;
}
