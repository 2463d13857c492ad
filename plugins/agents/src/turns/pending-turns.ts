import type { Reads } from "@postern/core";
import { type PendingTurn, pendingCounts, pendingTurns } from "../collections.ts";

/** The pending turns of an agent, for one chat or up to a limit. */
export async function findPendingTurns(
  store: Reads,
  agentId: string,
  chatId: string | undefined,
  limit: number,
): Promise<PendingTurn[]> {
  if (chatId === undefined) return (await store.find(pendingTurns, { prefix: [agentId], limit })).items;
  const one = await store.get(pendingTurns, agentId, chatId);
  return one ? [one] : [];
}

/** Number of pending messages. */
export async function countPending(store: Reads, agentId: string, chatId: string | undefined): Promise<number> {
  if (chatId === undefined) return store.sum(pendingCounts, agentId, "messages");
  return (await store.get(pendingTurns, agentId, chatId))?.messages ?? 0;
}
