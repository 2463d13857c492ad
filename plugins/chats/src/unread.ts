import type { Reads } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import { messageCount } from "./chat.ts";
import { type CursorRecord, deleted, deletions, ingested, messages } from "./collections.ts";
import { messageIdOf, sortKeyOf } from "./message.ts";
import type { Cursor } from "./schemas.ts";

/** The actor whose messages are a reader's own: the id in `type:id`. */
export const actorOf = (reader: string): string => reader.slice(reader.indexOf(":") + 1);

/**
 * How many messages after the cursor are neither the reader's own nor deleted.
 * No message is counted: two counters tell how many came in since, and the few that were deleted since are looked at.
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
  for await (const { actorId } of everyOf(store, deletions, { prefix: [chatId], from: [cursor.number + 1] })) {
    if (actorId !== actor) unread--;
  }
  return unread;
}

/** A place in a chat as a cursor keeps it. */
export type Position = Pick<CursorRecord, "number" | "ingested" | "own">;

/** The end of a chat; undefined while it is empty. */
export async function lastPosition(store: Reads, chatId: string, reader: string): Promise<Position | undefined> {
  const { items } = await store.find(messages, { prefix: [chatId], reverse: true, limit: 1 });
  if (items[0] === undefined) return undefined;
  return {
    number: items[0].number,
    ingested: await store.sum(ingested, chatId),
    own: await store.sum(ingested, chatId, actorOf(reader)),
  };
}

/** The place of an earlier message: what came in up to the end, without the messages in between. */
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
  for await (const { actorId } of everyOf(unchecked, messages, between)) {
    ingestedThere--;
    if (actorId === actor) own--;
  }
  return { number, ingested: ingestedThere, own };
}

/** A cursor as callers see it. */
export function showCursor(cursor: CursorRecord | undefined): Cursor {
  if (cursor === undefined) return {};
  return { messageId: messageIdOf(cursor), sortKey: sortKeyOf(cursor.number), readAt: cursor.readAt };
}
