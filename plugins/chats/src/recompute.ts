import type { Reads, Records } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import { messageCount } from "./chat.ts";
import {
  type ChatRecord,
  chats,
  type ListRecord,
  type MemberRecord,
  memberChanges,
  members,
  standing,
} from "./collections.ts";
import { ListNotDynamic } from "./errors.ts";
import { lastMessageOf } from "./message.ts";
import type { Recompute } from "./schemas.ts";
import type { Condition, Selector } from "./selector/grammar.ts";
import { asksForArchived, matching } from "./selector/matching.ts";

export type Change = "added" | "kept" | "preserved" | "removed";

/** What a recompute does to a list: for each chat that is on it or comes to it. */
export interface Outcome {
  readonly recompute: Recompute;
  readonly changes: readonly { chatId: string; change: Change }[];
}

/**
 * Compares a list with its selector.
 *
 * The chats are read by a unchecked: each counts as it is at some moment of the run, and a chat that changes a moment
 * later is a matter of the next run. The members must be exact, so the commit rests on the counter of their changes,
 * which is read before them.
 */
export async function evaluate(store: Records, { id: listId, selector }: ListRecord): Promise<Outcome> {
  if (selector === undefined) throw ListNotDynamic({ listId });
  await store.sum(memberChanges, listId);
  const before = new Map<string, MemberRecord>();
  for await (const member of everyOf(store.unchecked, members, { prefix: [listId] })) before.set(member.chatId, member);

  const changes: { chatId: string; change: Change }[] = [];
  const recompute = { added: 0, eligible: 0, kept: 0, preserved: 0, removed: 0 };
  const tell = (chatId: string, change: Change) => {
    recompute[change]++;
    changes.push({ chatId, change });
  };
  for await (const { id } of eligible(store.unchecked, selector)) {
    recompute.eligible++;
    const member = before.get(id);
    if (member === undefined) tell(id, "added");
    else if (!member.excluded && member.source === "selector") tell(id, "kept");
    if (member?.source === "selector") before.delete(id);
  }
  for (const { chatId, source, excluded } of before.values()) {
    if (!excluded) tell(chatId, source === "manual" ? "preserved" : "removed");
  }
  return { recompute, changes };
}

/** The chats that match now, each once. */
async function* eligible(store: Reads, selector: Selector): AsyncGenerator<ChatRecord, void> {
  const matches = matching(selector, {
    lastActivity: async (chat) => (await lastMessageOf(store, chat.id))?.createdAt ?? chat.createdAt,
    hasWritten: async ({ id }, actorId) => (await messageCount(store, id, actorId)) > 0,
  });
  // A chat that is archived or taken back meanwhile may be met in both places.
  const met = new Set<string>();
  for (const place of placesOf(selector)) {
    for await (const chat of everyOf(store, chats, place)) {
      if (met.has(chat.id)) continue;
      met.add(chat.id);
      if (await matches(chat)) yield chat;
    }
  }
}

const INDEXES = { channel: "byChannel", agentId: "byAgent", kind: "byKind", tag: "byTag" } as const;
type Indexed = Condition & { field: keyof typeof INDEXES; value: string };

/** Where chats that match can stand. A condition that all must meet, and that an index answers, spares reading the rest. */
function placesOf(selector: Selector) {
  const standings = asksForArchived(selector) ? ["open", "archived"] : [standing({})];
  const narrow = selector.match === "all" ? selector.where.find(isIndexed) : undefined;
  return standings.map((at) =>
    narrow ? { by: INDEXES[narrow.field], prefix: [at, narrow.value] } : { by: "byStanding" as const, prefix: [at] },
  );
}

const isIndexed = (condition: Condition): condition is Indexed => condition.op === "eq" && condition.field in INDEXES;
