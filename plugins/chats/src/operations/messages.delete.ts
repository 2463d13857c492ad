import { defineCommand, T } from "@postern/core";
import { ChatArchived, MessageNotFound, RevisionMismatch } from "../errors.ts";
import { group } from "../group.ts";
import { chatIdIn } from "../message.ts";
import { changeableOf, setDeleted } from "../revision.ts";
import { ExpectedRevision, Message, MessageId } from "../schemas.ts";

export const messagesDelete = defineCommand(group, {
  id: "chats.messages.delete",
  summary: "Delete a message, so that it can be restored",
  description:
    "Its content is no longer shown and it no longer counts. A message that is deleted already stays as it is.",
  input: T.Object({ messageId: MessageId, expectedRevision: T.Optional(ExpectedRevision) }),
  output: T.Object({ message: Message }),
  errors: [MessageNotFound, RevisionMismatch, ChatArchived],
  examples: [{ title: "One message", input: { messageId: "msg_0123456789abcdef0123456700000000000001" } }],
  resource: ({ messageId }) => chatIdIn(messageId),
  async plan({ store }, input) {
    await changeableOf(store, input);
    return { summary: `Delete ${input.messageId}` };
  },
  execute: (ctx, _plan, input) => setDeleted(ctx, input, true),
});
