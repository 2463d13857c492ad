import { defineCommand, T } from "@postern/core";
import { chatOf, shelveChat } from "../chat.ts";
import { ChatNotFound } from "../errors.ts";
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
  execute: (ctx, _plan, { chatId }) => shelveChat(ctx, chatId, true),
});
