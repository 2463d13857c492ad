import type { MutableRecords } from "@postern/core";
import { deleted, deletions, type MessageRecord } from "./collections.ts";

/** Stages that a message counts no more. */
export async function countOut(store: MutableRecords, { chatId, number, actorId }: MessageRecord): Promise<void> {
  await store.put(deletions, { chatId, number, actorId });
  store.add(deleted, 1, chatId);
  store.add(deleted, 1, chatId, actorId);
}

/** Stages that a message counts again. */
export async function countIn(store: MutableRecords, { chatId, number, actorId }: MessageRecord): Promise<void> {
  await store.delete(deletions, chatId, number);
  store.add(deleted, -1, chatId);
  store.add(deleted, -1, chatId, actorId);
}
