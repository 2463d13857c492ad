import type { Reads } from "@postern/core";
import { scanRecords } from "@postern/core/paging";
import {
  type AgentRecord,
  agents,
  type PendingTurn,
  pendingCounts,
  pendingMessages,
  pendingTurns,
} from "../collections.ts";
import { TurnNotFound } from "../errors.ts";
import type { Turn, Waiting } from "../schemas.ts";
import { dueTime } from "./due-time.ts";

/** Finds a pending turn or throws 404. */
export async function findPendingTurn(store: Reads, agentId: string, chatId: string): Promise<PendingTurn> {
  const pending = await store.get(pendingTurns, agentId, chatId);
  if (!pending) throw TurnNotFound({ agentId, chatId });
  return pending;
}

/** The public form of a pending turn, with its current due time. */
export async function showTurn(store: Reads, pending: PendingTurn): Promise<Turn> {
  const { agentId, chatId, messages, firstAt, lastAt } = pending;
  const agent = await store.get(agents, agentId);
  const dueAt = agent && dueTime(pending, agent);
  return { agentId, chatId, messages, firstAt, lastAt, ...(dueAt !== undefined && { dueAt }) };
}

/** Totals of an agent's pending turns. */
export async function pendingTotals(store: Reads, agent: AgentRecord): Promise<Waiting> {
  const [messages, chats] = [
    await store.sum(pendingCounts, agent.id, "messages"),
    await store.sum(pendingCounts, agent.id, "chats"),
  ];
  const [first] = (await store.find(pendingTurns, { by: "byAgent", prefix: [agent.id], limit: 1 })).items;
  const dueAt = first && dueTime(first, agent);
  return { messages, chats, ...(dueAt !== undefined && { dueAt }) };
}

/** Maximum number of listed message ids, and records read per page. */
export const MAX_IDS = 500;
const PAGE_SIZE = 25;

/** Ids of the pending messages, in order. */
export async function messageIdsOf(store: Reads, { agentId, chatId }: PendingTurn): Promise<string[]> {
  const ids: string[] = [];
  for await (const one of scanRecords(store, pendingMessages, { prefix: [agentId, chatId], portion: PAGE_SIZE })) {
    if (!one.isDeleted) ids.push(one.messageId);
    if (ids.length === MAX_IDS) break;
  }
  return ids;
}
