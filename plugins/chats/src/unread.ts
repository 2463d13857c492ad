import { omitUndefined, type Reads } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { type CursorRecord, deleted, deletions, ingested, messages } from "./collections.ts";
import { messageIdOf } from "./message.ts";
import { type Place, partsAfter, sortKeyOf } from "./place.ts";
import type { Cursor } from "./schemas.ts";

/** The actor of a reader: the id in `type:id`. */
export const actorOf = (reader: string): string => reader.slice(reader.indexOf(":") + 1);

/**
 * The number of messages after the cursor, without the reader's own and deleted ones.
 * Computed from counters, less the messages that were deleted since, instead of counting messages. `known` is the number
 * of deleted messages, if it was read already.
 */
export async function countUnread(
  store: Reads,
  chatId: string,
  reader: string,
  cursor: CursorRecord | undefined,
  known?: number,
): Promise<number> {
  const actor = actorOf(reader);
  let unread = (await store.sum(ingested, chatId)) - (cursor?.ingested ?? 0);
  if (unread === 0) return 0;
  unread -= (await store.sum(ingested, chatId, actor)) - (cursor?.own ?? 0);
  const removed = known ?? (await store.sum(deleted, chatId));
  if (removed === 0) return unread;
  if (cursor === undefined) return unread - removed + (await store.sum(deleted, chatId, actor));
  for await (const { actorId } of scanRecords(store, deletions, { prefix: [chatId], from: partsAfter(cursor) })) {
    if (actorId !== actor) unread--;
  }
  return unread;
}

/** A position in a chat, as stored in a cursor. */
export type Position = Pick<CursorRecord, "number" | "index" | "ingested" | "own">;

/** The end of a chat; undefined if it is empty. */
export async function lastPosition(store: Reads, chatId: string, reader: string): Promise<Position | undefined> {
  const { items } = await store.find(messages, { prefix: [chatId], reverse: true, limit: 1 });
  if (items[0] === undefined) return undefined;
  return {
    ...omitUndefined({ number: items[0].number, index: items[0].index }),
    ingested: await store.sum(ingested, chatId),
    own: await store.sum(ingested, chatId, actorOf(reader)),
  };
}

/** The position of an earlier message: the counters at the end of the chat, less the messages in between. */
export async function positionAt(
  unchecked: Reads,
  chatId: string,
  reader: string,
  place: Place,
  last: Position,
): Promise<Position> {
  const actor = actorOf(reader);
  let [ingestedThere, own] = [last.ingested, last.own];
  const between = { prefix: [chatId], from: partsAfter(place), to: partsAfter(last) };
  for await (const { actorId } of scanRecords(unchecked, messages, between)) {
    ingestedThere--;
    if (actorId === actor) own--;
  }
  return { ...omitUndefined({ number: place.number, index: place.index }), ingested: ingestedThere, own };
}

/** A cursor as returned to callers. */
export function showCursor(cursor: CursorRecord | undefined): Cursor {
  if (cursor === undefined) return {};
  return { messageId: messageIdOf(cursor), sortKey: sortKeyOf(cursor), readAt: cursor.readAt };
}
