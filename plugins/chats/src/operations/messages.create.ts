import { defineCommand, T } from "@postern/core";
import { ChatArchived, ChatNotFound, MessageConflict } from "../errors.ts";
import { group } from "../group.ts";
import { ActorId, ChatId, ClientMessageId, CONTENT_BODY_LIMIT, Content, Sending } from "../schemas.ts";
import { planMessage, sendMessage } from "../sending.ts";

export const messagesCreate = defineCommand(group, {
  id: "chats.messages.create",
  summary: "Create a message",
  description:
    "A repeated call with the same clientMessageId returns the existing message with the disposition duplicate, " +
    "even after it was changed or deleted. The same clientMessageId with another actor or content is refused.",
  refusesExecute: true,
  properties: ["posts"],
  input: T.Object({ actorId: ActorId, chatId: ChatId, clientMessageId: ClientMessageId, content: Content }),
  output: Sending,
  errors: [ChatNotFound, ChatArchived, MessageConflict],
  examples: [
    {
      title: "A message from an agent",
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
  undo:
    (_ctx, { disposition }) =>
    ({ messageId }) =>
      disposition === "created" ? { operation: "chats.messages.delete", input: { messageId } } : undefined,
  execute: (ctx, { disposition }, input) => sendMessage(ctx, disposition, input),
});
