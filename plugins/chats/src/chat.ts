import { type Glance, present, type Transacting } from "@postern/core";
import { type ChatRecord, chats, deleted, ingested } from "./collections.ts";
import { ChatArchived, ChatNotFound } from "./errors.ts";
import { chatArchived, chatUnarchived } from "./events.ts";
import type { Chat } from "./schemas.ts";

/** The chat, or 404. */
export async function chatOf(store: Glance, chatId: string): Promise<ChatRecord> {
  const chat = await store.get(chats, chatId);
  if (chat === undefined) throw ChatNotFound({ chatId });
  return chat;
}

/** The chat, or 404, or 409 while it is archived. */
export async function openChatOf(store: Glance, chatId: string): Promise<ChatRecord> {
  const chat = await chatOf(store, chatId);
  if (chat.archivedAt !== undefined) throw ChatArchived({ chatId });
  return chat;
}

/** A chat as callers see it. */
export function showChat({ number: _number, asked: _asked, ...chat }: ChatRecord): Chat {
  return chat;
}

/** Stages that a chat is archived or taken back, and tells of it if it was not. */
export async function shelveChat(
  { store, now, emit }: Transacting,
  chatId: string,
  isArchived: boolean,
): Promise<{ chat: Chat }> {
  const before = await chatOf(store, chatId);
  if (isArchived === (before.archivedAt !== undefined)) return { chat: showChat(before) };
  const record = present({ ...before, updatedAt: now, archivedAt: isArchived ? now : undefined });
  await store.put(chats, record);
  const chat = showChat(record);
  emit(isArchived ? chatArchived : chatUnarchived, { chat });
  return { chat };
}

/** How many messages a chat has, deleted ones left out; `actorId` counts only those of one actor. */
export async function messageCount(store: Glance, chatId: string, actorId?: string): Promise<number> {
  const key = actorId === undefined ? [chatId] : [chatId, actorId];
  return (await store.sum(ingested, ...key)) - (await store.sum(deleted, ...key));
}
