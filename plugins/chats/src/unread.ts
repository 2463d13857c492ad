import type { Reads } from "@postern/core";
import { scanRecords } from "@postern/core/paging";
import { messageCount } from "./chat.ts";
import { type CursorRecord, deleted, deletions, ingested, messages } from "./collections.ts";
import { messageIdOf, sortKeyOf } from "./message.ts";
import type { Cursor } from "./schemas.ts";

/** The actor of a reader: the id in `type:id`. */
export const actorOf = (reader: string): string => reader.slice(reader.indexOf(":") + 1);

/**
 * The number of messages after the cursor, without the reader's own and deleted ones.
 * Computed from counters, less the messages that were deleted since, instead of counting messages.
 */
export async function countUnread(
  store: Reads,
  chatId: string,
  reader: string,
  cursor: CursorRecord | undefined,
): Promise<number> {
  const actor = actorOf(reader);
  if (cursor === undefined) return (await messageCount(store, chatId)) - (await messageCount(store, chatId, actor));
  let unread = (await store.sum(ingested, chatId)) - cursor.ingested;
  if (unread === 0) return 0;
  unread -= (await store.sum(ingested, chatId, actor)) - cursor.own;
  if ((await store.sum(deleted, chatId)) === 0) return unread;
  for await (const { actorId } of scanRecords(store, deletions, { prefix: [chatId], from: [cursor.number + 1] })) {
    if (actorId !== actor) unread--;
  }
  return unread;
}

/** A position in a chat, as stored in a cursor. */
export type Position = Pick<CursorRecord, "number" | "ingested" | "own">;

/** The end of a chat; undefined if it is empty. */
export async function lastPosition(store: Reads, chatId: string, reader: string): Promise<Position | undefined> {
  const { items } = await store.find(messages, { prefix: [chatId], reverse: true, limit: 1 });
  if (items[0] === undefined) return undefined;
  return {
    number: items[0].number,
    ingested: await store.sum(ingested, chatId),
    own: await store.sum(ingested, chatId, actorOf(reader)),
  };
}

/** The position of an earlier message: the counters at the end of the chat, less the messages in between. */
export async function positionAt(
  unchecked: Reads,
  chatId: string,
  reader: string,
  number: number,
  last: Position,
): Promise<Position> {
  const actor = actorOf(reader);
  let [ingestedThere, own] = [last.ingested, last.own];
  const between = { prefix: [chatId], from: [number + 1], to: [last.number + 1] };
  for await (const { actorId } of scanRecords(unchecked, messages, between)) {
    ingestedThere--;
    if (actorId === actor) own--;
  }
  return { number, ingested: ingestedThere, own };
}

/** A cursor as returned to callers. */
export function showCursor(cursor: CursorRecord | undefined): Cursor {
  if (cursor === undefined) return {};
  return { messageId: messageIdOf(cursor), sortKey: sortKeyOf(cursor.number), readAt: cursor.readAt };
}
