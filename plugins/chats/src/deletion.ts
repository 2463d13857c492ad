import type { MutableRecords } from "@postern/core";
import { deleted, deletions, type MessageRecord } from "./collections.ts";

/** Stages a deletion, so that the message is no longer counted. */
export async function markDeleted(store: MutableRecords, { chatId, number, actorId }: MessageRecord): Promise<void> {
  await store.put(deletions, { chatId, number, actorId });
  store.add(deleted, 1, chatId);
  store.add(deleted, 1, chatId, actorId);
}

/** Stages the removal of a deletion, so that the message is counted again. */
export async function unmarkDeleted(store: MutableRecords, { chatId, number, actorId }: MessageRecord): Promise<void> {
  await store.delete(deletions, chatId, number);
  store.add(deleted, -1, chatId);
  store.add(deleted, -1, chatId, actorId);
}
