import type { Reads } from "@postern/core";
import { type ChatRecord, chats, deleted, ingested } from "./collections.ts";
import { ChatArchived, ChatNotFound } from "./errors.ts";
import type { Chat } from "./schemas.ts";

/** The chat, or 404. */
export async function chatOf(store: Reads, chatId: string): Promise<ChatRecord> {
  const chat = await store.get(chats, chatId);
  if (chat === undefined) throw ChatNotFound({ chatId });
  return chat;
}

/** The chat, or 404, or 409 while it is archived. */
export async function openChatOf(store: Reads, chatId: string): Promise<ChatRecord> {
  const chat = await chatOf(store, chatId);
  if (chat.archivedAt !== undefined) throw ChatArchived({ chatId });
  return chat;
}

/** A chat as returned to callers. */
export function showChat({ number: _number, asked: _asked, ...chat }: ChatRecord): Chat {
  return chat;
}

/** The number of messages of a chat without deleted ones; with `actorId` only those of that actor. */
export async function messageCount(store: Reads, chatId: string, actorId?: string): Promise<number> {
  const key = actorId === undefined ? [chatId] : [chatId, actorId];
  const count = await store.sum(ingested, ...key);
  // Most chats have no deleted messages, so none of an actor either.
  return (await store.sum(deleted, chatId)) === 0 ? count : count - (await store.sum(deleted, ...key));
}
