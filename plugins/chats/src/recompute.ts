import type { Reads, Records } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { messageCount } from "./chat.ts";
import {
  type ChatRecord,
  chats,
  type ListRecord,
  type MemberRecord,
  memberChanges,
  members,
  stateOf,
} from "./collections.ts";
import { ListNotDynamic } from "./errors.ts";
import { lastMessageOf } from "./message.ts";
import type { Recompute } from "./schemas.ts";
import type { Condition, Selector } from "./selector/grammar.ts";
import { asksForArchived, matching } from "./selector/matching.ts";

export type Change = "added" | "kept" | "preserved" | "removed";

/** The result of a recompute: the change of each chat that is on the list or is added to it. */
export interface Outcome {
  readonly recompute: Recompute;
  readonly changes: readonly { chatId: string; change: Change }[];
}

/**
 * Compares a list with its selector.
 *
 * Chats are read unchecked: a chat that changes during the run is handled by the next run. The members must be exact,
 * so the commit depends on the counter of their changes, which is read before them.
 */
export async function evaluate(store: Records, { id: listId, selector }: ListRecord): Promise<Outcome> {
  if (selector === undefined) throw ListNotDynamic({ listId });
  await store.sum(memberChanges, listId);
  const before = new Map<string, MemberRecord>();
  for await (const member of scanRecords(store.unchecked, members, { prefix: [listId] }))
    before.set(member.chatId, member);

  const changes: { chatId: string; change: Change }[] = [];
  const recompute = { added: 0, eligible: 0, kept: 0, preserved: 0, removed: 0 };
  const report = (chatId: string, change: Change) => {
    recompute[change]++;
    changes.push({ chatId, change });
  };
  for await (const { id } of eligible(store.unchecked, selector)) {
    recompute.eligible++;
    const member = before.get(id);
    if (member === undefined) report(id, "added");
    else if (!member.excluded && member.source === "selector") report(id, "kept");
    if (member?.source === "selector") before.delete(id);
  }
  for (const { chatId, source, excluded } of before.values()) {
    if (!excluded) report(chatId, source === "manual" ? "preserved" : "removed");
  }
  return { recompute, changes };
}

/** The matching chats, each once. */
async function* eligible(store: Reads, selector: Selector): AsyncGenerator<ChatRecord, void> {
  const matches = matching(selector, {
    lastActivity: async (chat) => (await lastMessageOf(store, chat.id))?.createdAt ?? chat.createdAt,
    hasWritten: async ({ id }, actorId) => (await messageCount(store, id, actorId)) > 0,
  });
  // A chat that is archived or restored during the run may be found twice.
  const seen = new Set<string>();
  for (const range of rangesOf(selector)) {
    for await (const chat of scanRecords(store, chats, range)) {
      if (seen.has(chat.id)) continue;
      seen.add(chat.id);
      if (await matches(chat)) yield chat;
    }
  }
}

const INDEXES = { channel: "byChannel", agentId: "byAgent", kind: "byKind", tag: "byTag" } as const;
type Indexed = Condition & { field: keyof typeof INDEXES; value: string };

/** The index ranges to search. A condition that all chats must meet and that has an index narrows the search. */
function rangesOf(selector: Selector) {
  const states = asksForArchived(selector) ? ["open", "archived"] : [stateOf({})];
  const narrow = selector.match === "all" ? selector.where.find(isIndexed) : undefined;
  return states.map((state) =>
    narrow
      ? { by: INDEXES[narrow.field], prefix: [state, narrow.value] }
      : { by: "byStanding" as const, prefix: [state] },
  );
}

const isIndexed = (condition: Condition): condition is Indexed => condition.op === "eq" && condition.field in INDEXES;
