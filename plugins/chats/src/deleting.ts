import { omitUndefined, type Reads, T, type Transacting } from "@postern/core";
import { described } from "@postern/kit/fields";
import { messages } from "./collections.ts";
import { markDeleted, unmarkDeleted } from "./deletion.ts";
import { ChatArchived, MessageNotFound, RevisionMismatch } from "./errors.ts";
import { messageDeleted, messageRestored } from "./events.ts";
import { chatIdIn, showMessage } from "./message.ts";
import { changeableOf, type MessageRef, revised } from "./revision.ts";
import { Message } from "./schemas.ts";

/** Shared by `chats.messages.delete` and `chats.messages.restore`. No event is emitted if nothing changes. */
export const deleting = (isDeleted: boolean) => ({
  output: T.Object({ message: described(Message, "The message") }),
  errors: [MessageNotFound, RevisionMismatch, ChatArchived],
  resource: ({ messageId }: MessageRef) => chatIdIn(messageId),
  async plan({ store }: { store: Reads }, ref: MessageRef) {
    await changeableOf(store, ref);
    return { summary: `${isDeleted ? "Delete" : "Restore"} message ${ref.messageId}` };
  },
  async undo({ store }: { store: Reads }, _plan: unknown, ref: MessageRef) {
    const { messageId } = ref;
    if (isDeleted === ((await changeableOf(store, ref)).message.deletedAt !== undefined)) return undefined;
    return { operation: isDeleted ? "chats.messages.restore" : "chats.messages.delete", input: { messageId } };
  },
  async execute({ store, now, emit }: Transacting, _plan: unknown, ref: MessageRef) {
    const { message: before, chat } = await changeableOf(store, ref);
    if (isDeleted === (before.deletedAt !== undefined)) return { message: showMessage(before, chat) };
    const record = omitUndefined({ ...revised(before, now), deletedAt: isDeleted ? now : undefined });
    await store.put(messages, record);
    await (isDeleted ? markDeleted : unmarkDeleted)(store, record);
    const message = showMessage(record, chat);
    emit(isDeleted ? messageDeleted : messageRestored, { message });
    return { message };
  },
});
