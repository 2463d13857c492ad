import { type Glance, present, type Transacting } from "@postern/core";
import { openChatOf } from "./chat.ts";
import { type ChatRecord, deleted, deletions, type MessageRecord, messages } from "./collections.ts";
import { RevisionMismatch } from "./errors.ts";
import { messageDeleted, messageRestored } from "./events.ts";
import { messageOf, showMessage } from "./message.ts";
import type { Message } from "./schemas.ts";

interface Asked {
  readonly messageId: string;
  readonly expectedRevision?: number;
}

/** A message that may change, with its chat: both are there, the chat is open, and the revision is the one expected. */
export async function changeableOf(
  store: Glance,
  { messageId, expectedRevision: expected }: Asked,
): Promise<{ message: MessageRecord; chat: ChatRecord }> {
  const message = await messageOf(store, messageId);
  const chat = await openChatOf(store, message.chatId);
  const { revision: current = 1 } = message;
  if (expected !== undefined && expected !== current) throw RevisionMismatch({ messageId, expected, current });
  return { message, chat };
}

/** The next revision of a message. */
export const revised = (message: MessageRecord, now: number): MessageRecord => ({
  ...message,
  revision: (message.revision ?? 1) + 1,
  updatedAt: now,
});

/** Stages that a message is deleted or restored, and counts no more or again; tells of it if it was not. */
export async function setDeleted(
  { store, now, emit }: Transacting,
  asked: Asked,
  isDeleted: boolean,
): Promise<{ message: Message }> {
  const { message: before, chat } = await changeableOf(store, asked);
  if (isDeleted === (before.deletedAt !== undefined)) return { message: showMessage(before, chat) };
  const record = present({ ...revised(before, now), deletedAt: isDeleted ? now : undefined });
  const { chatId, number, actorId } = record;
  await store.put(messages, record);
  if (isDeleted) await store.put(deletions, { chatId, number, actorId });
  else await store.delete(deletions, chatId, number);
  const by = isDeleted ? 1 : -1;
  store.add(deleted, by, chatId);
  store.add(deleted, by, chatId, actorId);
  const message = showMessage(record, chat);
  emit(isDeleted ? messageDeleted : messageRestored, { message });
  return { message };
}
