import { defineCommand, T } from "@postern/core";
import { chatOf, showChat } from "../chat.ts";
import { chats } from "../collections.ts";
import { ChatNotFound } from "../errors.ts";
import { chatUnarchived } from "../events.ts";
import { group } from "../group.ts";
import { Chat, ChatId } from "../schemas.ts";

export const unarchive = defineCommand(group, {
  id: "chats.unarchive",
  summary: "Take a chat back from the archive",
  input: T.Object({ chatId: ChatId }),
  output: T.Object({ chat: Chat }),
  errors: [ChatNotFound],
  examples: [{ title: "One chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ chatId }) => chatId,
  async plan({ store }, { chatId }) {
    await chatOf(store, chatId);
    return { summary: `Unarchive ${chatId}` };
  },
  async execute({ store, now, emit }, _plan, { chatId }) {
    const before = await chatOf(store, chatId);
    if (before.archivedAt === undefined) return { chat: showChat(before) };
    const { archivedAt: _, ...rest } = before;
    const record = { ...rest, updatedAt: now };
    await store.put(chats, record);
    const chat = showChat(record);
    emit(chatUnarchived, { chat });
    return { chat };
  },
});
