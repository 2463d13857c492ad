import type { MutableRecords, Reads } from "@postern/core";
import {
  activity,
  type ChatRecord,
  chats,
  type ListRecord,
  type MemberRecord,
  memberChanges,
  memberCount,
  members,
  messages,
} from "./collections.ts";
import { MemberNotFound } from "./errors.ts";

/** The chat's membership in the list, or 404. */
export async function memberOf(store: Reads, { id: listId }: ListRecord, chatId: string): Promise<MemberRecord> {
  const member = await store.get(members, listId, chatId);
  if (member === undefined || member.excluded) throw MemberNotFound({ listId, chatId });
  return member;
}

/** Adds a chat to a list or changes its priority. Chats of one priority are ordered by their last message. */
export async function putMember(
  store: MutableRecords,
  member: MemberRecord,
  before: MemberRecord | undefined,
  lastNumber: number,
): Promise<void> {
  const { listId, chatId, priority } = member;
  await store.put(members, member);
  store.place(activity, [listId, chatId], [listId, priority, lastNumber]);
  if (before === undefined || before.excluded) store.add(memberCount, 1, listId);
  store.add(memberChanges, 1, listId);
}

/** Removes a chat from a list; `excluded` keeps the selector from adding it back. */
export async function dropMember(
  store: MutableRecords,
  { listId, chatId }: Pick<MemberRecord, "listId" | "chatId">,
  before: MemberRecord | undefined,
  excluded?: MemberRecord,
): Promise<void> {
  if (excluded) await store.put(members, excluded);
  else await store.delete(members, listId, chatId);
  if (before !== undefined && !before.excluded) {
    store.unplace(activity, [listId, chatId]);
    store.add(memberCount, -1, listId);
  }
  store.add(memberChanges, 1, listId);
}

/** The number of a chat's last message, including deleted ones, or of the chat itself. */
export async function lastNumberOf(store: Reads, { id, number }: ChatRecord): Promise<number> {
  const { items } = await store.find(messages, { prefix: [id], reverse: true, limit: 1 });
  return items[0]?.number ?? number;
}

/** A member as returned to callers. */
export function showMember(
  { chatId, source, addedAt, priority, excluded }: MemberRecord,
  state: "active" | "excluded" | "removed" = excluded ? "excluded" : "active",
) {
  return { chatId, source, addedAt, priority, state };
}

/** The chat of a member. Chats are never removed, so it exists. */
export async function chatOfMember(store: Reads, { chatId }: MemberRecord): Promise<ChatRecord> {
  const chat = await store.get(chats, chatId);
  if (chat === undefined) throw new Error(`The chat ${chatId} of a reading list does not exist`);
  return chat;
}
