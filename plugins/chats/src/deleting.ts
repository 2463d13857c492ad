import { omitUndefined, type Reads, T, type Transacting } from "@postern/core";
import { described } from "@postern/core/fields";
import { messages } from "./collections.ts";
import { countIn, countOut } from "./deletion.ts";
import { ChatArchived, MessageNotFound, RevisionMismatch } from "./errors.ts";
import { messageDeleted, messageRestored } from "./events.ts";
import { chatIdIn, showMessage } from "./message.ts";
import { type Asked, changeableOf, revised } from "./revision.ts";
import { Message } from "./schemas.ts";

/**
 * What deleting a message and restoring it have in common: a deleted one is not shown and does not count. Nothing is
 * told where nothing changes.
 */
export const deleting = (isDeleted: boolean) => ({
  output: T.Object({ message: described(Message, "The message") }),
  errors: [MessageNotFound, RevisionMismatch, ChatArchived],
  resource: ({ messageId }: Asked) => chatIdIn(messageId),
  async plan({ store }: { store: Reads }, asked: Asked) {
    await changeableOf(store, asked);
    return { summary: `${isDeleted ? "Delete" : "Restore"} ${asked.messageId}` };
  },
  async execute({ store, now, emit }: Transacting, _plan: unknown, asked: Asked) {
    const { message: before, chat } = await changeableOf(store, asked);
    if (isDeleted === (before.deletedAt !== undefined)) return { message: showMessage(before, chat) };
    const record = omitUndefined({ ...revised(before, now), deletedAt: isDeleted ? now : undefined });
    await store.put(messages, record);
    await (isDeleted ? countOut : countIn)(store, record);
    const message = showMessage(record, chat);
    emit(isDeleted ? messageDeleted : messageRestored, { message });
    return { message };
  },
});
