import { defineCommand, T } from "@postern/core";
import { messages } from "../collections.ts";
import { countIn } from "../deletion.ts";
import { ChatArchived, MessageNotFound, RevisionMismatch } from "../errors.ts";
import { messageRestored } from "../events.ts";
import { group } from "../group.ts";
import { chatIdIn, showMessage } from "../message.ts";
import { changeableOf, revised } from "../revision.ts";
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
  async execute({ store, now, emit }, _plan, input) {
    const { message: before, chat } = await changeableOf(store, input);
    if (before.deletedAt === undefined) return { message: showMessage(before, chat) };
    const { deletedAt: _, ...record } = revised(before, now);
    await store.put(messages, record);
    await countIn(store, record);
    const message = showMessage(record, chat);
    emit(messageRestored, { message });
    return { message };
  },
});
