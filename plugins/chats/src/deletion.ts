import type { MutableRecords } from "@postern/core";
import { deleted, deletions, type MessageRecord } from "./collections.ts";
import { partsOf } from "./place.ts";

/** Stages a deletion, so that the message is no longer counted. */
export async function markDeleted(store: MutableRecords, message: MessageRecord): Promise<void> {
  const { chatId, number, index, actorId } = message;
  await store.put(deletions, { chatId, number, ...(index !== undefined && { index }), actorId });
  store.add(deleted, 1, chatId);
  store.add(deleted, 1, chatId, actorId);
}

/** Stages the removal of a deletion, so that the message is counted again. */
export async function unmarkDeleted(store: MutableRecords, message: MessageRecord): Promise<void> {
  const { chatId, actorId } = message;
  await store.delete(deletions, chatId, ...partsOf(message));
  store.add(deleted, -1, chatId);
  store.add(deleted, -1, chatId, actorId);
}
