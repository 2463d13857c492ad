import { defineQuery, gatewayErrors, T } from "@postern/core";
import { described, needsOne } from "@postern/kit/fields";
import { chatOf } from "../chat.ts";
import { messages } from "../collections.ts";
import { ChatNotFound, MessageNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { chatIdIn, messageOf, showMessage } from "../message.ts";
import { mayShowRaw } from "../raw.ts";
import { ChatId, ClientMessageId, IncludeRaw, Message, MessageId } from "../schemas.ts";

export const messagesShow = defineQuery(group, {
  id: "chats.messages.show",
  summary: "Show a message",
  description: "Use messageId, or chatId and clientMessageId.",
  input: T.Object(
    {
      messageId: T.Optional(MessageId),
      chatId: T.Optional(ChatId),
      clientMessageId: T.Optional(ClientMessageId),
      includeRaw: T.Optional(IncludeRaw),
    },
    needsOne(["messageId"], ["chatId", "clientMessageId"]),
  ),
  output: T.Object({ message: described(Message, "The message") }),
  errors: [ChatNotFound, MessageNotFound],
  examples: [
    { title: "By id", input: { messageId: "msg_0123456789abcdef0123456700000000000001" } },
    {
      title: "By clientMessageId",
      input: { chatId: "chat_0123456789abcdef01234567", clientMessageId: "run-42.1" },
    },
  ],
  resource: ({ messageId, chatId }) => (messageId === undefined ? chatId : chatIdIn(messageId)),
  async run({ store, caller }, { messageId, chatId, clientMessageId, includeRaw }) {
    if (messageId !== undefined && chatId === undefined && clientMessageId === undefined) {
      const raw = mayShowRaw(caller, includeRaw, chatIdIn(messageId));
      const message = await messageOf(store, messageId);
      return { message: showMessage(message, await chatOf(store, message.chatId), { raw }) };
    }
    if (messageId !== undefined || chatId === undefined || clientMessageId === undefined) {
      const message = "must have either messageId, or chatId and clientMessageId";
      throw gatewayErrors.InvalidInput({ issues: [{ path: "", code: "either", message }] });
    }
    const raw = mayShowRaw(caller, includeRaw, chatId);
    const chat = await chatOf(store, chatId);
    const message = await store.one(messages, "byClient", chatId, clientMessageId);
    if (message === undefined) throw MessageNotFound({ clientMessageId });
    return { message: showMessage(message, chat, { raw }) };
  },
});
