import { defineCommand, T } from "@postern/core";
import { chatOf, showChat } from "../chat.ts";
import { chats } from "../collections.ts";
import { ChatNotFound } from "../errors.ts";
import { chatArchived } from "../events.ts";
import { group } from "../group.ts";
import { Chat, ChatId } from "../schemas.ts";

export const archive = defineCommand(group, {
  id: "chats.archive",
  summary: "Archive a chat: it takes no more messages",
  input: T.Object({ chatId: ChatId }),
  output: T.Object({ chat: Chat }),
  errors: [ChatNotFound],
  examples: [{ title: "One chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ chatId }) => chatId,
  async plan({ store }, { chatId }) {
    await chatOf(store, chatId);
    return { summary: `Archive ${chatId}` };
  },
  async execute({ store, now, emit }, _plan, { chatId }) {
    const before = await chatOf(store, chatId);
    if (before.archivedAt !== undefined) return { chat: showChat(before) };
    const record = { ...before, archivedAt: now, updatedAt: now };
    await store.put(chats, record);
    const chat = showChat(record);
    emit(chatArchived, { chat });
    return { chat };
  },
});
