import { defineCommand, T } from "@postern/core";
import { ChatArchived, MessageNotFound, RevisionMismatch } from "../errors.ts";
import { group } from "../group.ts";
import { chatIdIn } from "../message.ts";
import { changeableOf, setDeleted } from "../revision.ts";
import { ExpectedRevision, Message, MessageId } from "../schemas.ts";

export const messagesRestore = defineCommand(group, {
  id: "chats.messages.restore",
  summary: "Restore a deleted message",
  description: "It stands in its old place and counts again. A message that is not deleted stays as it is.",
  input: T.Object({ messageId: MessageId, expectedRevision: T.Optional(ExpectedRevision) }),
  output: T.Object({ message: Message }),
  errors: [MessageNotFound, RevisionMismatch, ChatArchived],
  examples: [{ title: "One message", input: { messageId: "msg_0123456789abcdef0123456700000000000001" } }],
  resource: ({ messageId }) => chatIdIn(messageId),
  async plan({ store }, input) {
    await changeableOf(store, input);
    return { summary: `Restore ${input.messageId}` };
  },
  execute: (ctx, _plan, input) => setDeleted(ctx, input, false),
});
