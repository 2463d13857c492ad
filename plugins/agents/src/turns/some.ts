import type { Reads } from "@postern/core";
import { type GatheringRecord, gatherings, waiting } from "../collections.ts";

/** What waits for an agent, of one chat or of the first so many of all. */
export async function someOf(
  store: Reads,
  agentId: string,
  chatId: string | undefined,
  limit: number,
): Promise<GatheringRecord[]> {
  if (chatId === undefined) return (await store.find(gatherings, { prefix: [agentId], limit })).items;
  const one = await store.get(gatherings, agentId, chatId);
  return one ? [one] : [];
}

/** How many messages that are. */
export async function countOf(store: Reads, agentId: string, chatId: string | undefined): Promise<number> {
  if (chatId === undefined) return store.sum(waiting, agentId, "messages");
  return (await store.get(gatherings, agentId, chatId))?.messages ?? 0;
}
