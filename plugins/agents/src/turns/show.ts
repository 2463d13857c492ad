import type { Reads } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import { type AgentRecord, agents, type GatheringRecord, gathered, gatherings, waiting } from "../collections.ts";
import { TurnNotFound } from "../errors.ts";
import type { Turn, Waiting } from "../schemas.ts";
import { dueOf } from "./rule.ts";

/** What waits for an agent of one chat, or 404. */
export async function gatheringOf(store: Reads, agentId: string, chatId: string): Promise<GatheringRecord> {
  const gathering = await store.get(gatherings, agentId, chatId);
  if (!gathering) throw TurnNotFound({ agentId, chatId });
  return gathering;
}

/** A gathering as callers see it, due by the rule that its agent has now. */
export async function showTurn(store: Reads, gathering: GatheringRecord): Promise<Turn> {
  const { agentId, chatId, messages, firstAt, lastAt } = gathering;
  const agent = await store.get(agents, agentId);
  const dueAt = agent && dueOf(gathering, agent);
  return { agentId, chatId, messages, firstAt, lastAt, ...(dueAt !== undefined && { dueAt }) };
}

/** All that waits for an agent. */
export async function waitingFor(store: Reads, agent: AgentRecord): Promise<Waiting> {
  const [messages, chats] = [
    await store.sum(waiting, agent.id, "messages"),
    await store.sum(waiting, agent.id, "chats"),
  ];
  const [first] = (await store.find(gatherings, { by: "byAgent", prefix: [agent.id], limit: 1 })).items;
  const dueAt = first && dueOf(first, agent);
  return { messages, chats, ...(dueAt !== undefined && { dueAt }) };
}

/** The messages that are named at most, and how many are held for that at a time. */
export const MOST_NAMED = 500;
const PORTION = 25;

/** Ids of the messages that wait, in order. */
export async function messageIdsOf(store: Reads, { agentId, chatId }: GatheringRecord): Promise<string[]> {
  const ids: string[] = [];
  for await (const one of everyOf(store, gathered, { prefix: [agentId, chatId], portion: PORTION })) {
    if (!one.isDeleted) ids.push(one.messageId);
    if (ids.length === MOST_NAMED) break;
  }
  return ids;
}
