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

/** The chat's place on the list, or 404 where it is not on it. */
export async function memberOf(store: Reads, { id: listId }: ListRecord, chatId: string): Promise<MemberRecord> {
  const member = await store.get(members, listId, chatId);
  if (member === undefined || member.excluded) throw MemberNotFound({ listId, chatId });
  return member;
}

/** Puts a chat on a list, or moves it there, by the number of its last message. */
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

/** Takes a chat off a list; `excluded` keeps it off, whatever the selector says. */
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

/** Of the commit of a chat's last message, deleted or not, or of the chat's own. */
export async function lastNumberOf(store: Reads, { id, number }: ChatRecord): Promise<number> {
  const { items } = await store.find(messages, { prefix: [id], reverse: true, limit: 1 });
  return items[0]?.number ?? number;
}

/** A member as callers see it. */
export function showMember(
  { chatId, source, addedAt, priority, excluded }: MemberRecord,
  state: "active" | "excluded" | "removed" = excluded ? "excluded" : "active",
) {
  return { chatId, source, addedAt, priority, state };
}

/** The chats of members, in their order; a chat is never removed, so each is there. */
export async function chatOfMember(store: Reads, { chatId }: MemberRecord): Promise<ChatRecord> {
  const chat = await store.get(chats, chatId);
  if (chat === undefined) throw new Error(`A list holds ${chatId}, which is not there`);
  return chat;
}
