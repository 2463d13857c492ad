import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { chatOf, messageCount, showChat } from "../chat.ts";
import { ChatNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { lastMessageOf, showMessage } from "../message.ts";
import { Chat, ChatId, Message } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "chats.show",
  summary: "Show a chat",
  description: "Includes the number of messages and the last message.",
  input: T.Object({ chatId: ChatId }),
  output: T.Object({
    chat: T.Object(
      {
        ...Chat.properties,
        messageCount: T.Integer({ description: "Number of messages" }),
        lastMessage: T.Optional(described(Message, "The newest message")),
      },
      { description: "The chat" },
    ),
  }),
  errors: [ChatNotFound],
  examples: [{ title: "One chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ chatId }) => chatId,
  async run({ store }, { chatId }) {
    const chat = await chatOf(store, chatId);
    const last = await lastMessageOf(store, chatId);
    return {
      chat: {
        ...showChat(chat),
        messageCount: await messageCount(store, chatId),
        ...(last && { lastMessage: showMessage(last, chat) }),
      },
    };
  },
});
