import type { Reads } from "@postern/core";
import { type GatheringRecord, gatherings, waiting } from "../collections.ts";

/** The pending turns of an agent, for one chat or up to a limit. */
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

/** Number of pending messages. */
export async function countOf(store: Reads, agentId: string, chatId: string | undefined): Promise<number> {
  if (chatId === undefined) return store.sum(waiting, agentId, "messages");
  return (await store.get(gatherings, agentId, chatId))?.messages ?? 0;
}
