import { defineCommand, oneOf, T } from "@postern/core";
import { ChatArchived, ChatNotFound, MessageConflict } from "../errors.ts";
import { group } from "../group.ts";
import { ActorId, ChatId, ClientMessageId, CONTENT_BODY_LIMIT, Content, Message } from "../schemas.ts";
import { createMessage, planMessage, sentBefore } from "../sending.ts";

export const messagesCreate = defineCommand(group, {
  id: "chats.messages.create",
  summary: "Create a message in a chat, once for each clientMessageId",
  description:
    "A repeated call answers the stored message with disposition duplicate, for good: after restarts, changes and deletion. " +
    "The same clientMessageId with another actor or content is refused.",
  input: T.Object({ actorId: ActorId, chatId: ChatId, clientMessageId: ClientMessageId, content: Content }),
  output: T.Object({
    clientMessageId: T.String(),
    disposition: oneOf("created", "duplicate"),
    message: Message,
    messageId: T.String(),
  }),
  errors: [ChatNotFound, ChatArchived, MessageConflict],
  examples: [
    {
      title: "A message of an agent",
      input: {
        actorId: "main",
        chatId: "chat_0123456789abcdef01234567",
        clientMessageId: "run-42.1",
        content: "The build is green.",
      },
    },
  ],
  bodyLimit: CONTENT_BODY_LIMIT,
  resource: ({ chatId }) => chatId,
  plan: planMessage,
  async execute(ctx, { disposition }, input) {
    const message = disposition === "created" ? await createMessage(ctx, input) : await sentBefore(ctx, input);
    return { clientMessageId: input.clientMessageId, disposition, message, messageId: message.id };
  },
});
