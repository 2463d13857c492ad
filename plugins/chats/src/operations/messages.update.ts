import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { messages } from "../collections.ts";
import { ChatArchived, MessageDeleted, MessageNotFound, RevisionMismatch } from "../errors.ts";
import { messageUpdated } from "../events.ts";
import { group } from "../group.ts";
import { chatIdIn, showMessage } from "../message.ts";
import { changeableOf, revised } from "../revision.ts";
import { CONTENT_BODY_LIMIT, Content, ExpectedRevision, Message, MessageId } from "../schemas.ts";
import { digestOfText } from "../sending.ts";

export const messagesUpdate = defineCommand(group, {
  id: "chats.messages.update",
  summary: "Update the content of a message",
  description:
    "The revision increases by one. With `expectedRevision`, the update is refused if the message has another revision.",
  properties: ["posts"],
  input: T.Object({ messageId: MessageId, content: Content, expectedRevision: T.Optional(ExpectedRevision) }),
  output: T.Object({ message: described(Message, "The message") }),
  errors: [MessageNotFound, MessageDeleted, RevisionMismatch, ChatArchived],
  examples: [
    {
      title: "Correct a message",
      input: { messageId: "msg_0123456789abcdef0123456700000000000001", content: "The build is red." },
    },
  ],
  bodyLimit: CONTENT_BODY_LIMIT,
  resource: ({ messageId }) => chatIdIn(messageId),
  async plan({ store }, input) {
    const { message } = await changeableOf(store, input);
    if (message.deletedAt !== undefined) throw MessageDeleted({ messageId: input.messageId });
    return { summary: `Update the content of message ${input.messageId}` };
  },
  async undo({ store }, _plan, input) {
    const { message } = await changeableOf(store, input);
    return { operation: "chats.messages.update", input: { messageId: input.messageId, content: message.text } };
  },
  async execute({ store, now, emit }, _plan, input) {
    const { message: before, chat } = await changeableOf(store, input);
    const { original = digestOfText(before.text) } = before;
    const record = { ...revised(before, now), text: input.content, original };
    await store.put(messages, record);
    const message = showMessage(record, chat);
    emit(messageUpdated, { message });
    return { message };
  },
});
