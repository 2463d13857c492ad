import type { Reads } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import { type AgentRecord, agents, type GatheringRecord, gathered, gatherings, waiting } from "../collections.ts";
import { TurnNotFound } from "../errors.ts";
import type { Turn, Waiting } from "../schemas.ts";
import { dueOf } from "./rule.ts";

/** Finds a pending turn or throws 404. */
export async function gatheringOf(store: Reads, agentId: string, chatId: string): Promise<GatheringRecord> {
  const gathering = await store.get(gatherings, agentId, chatId);
  if (!gathering) throw TurnNotFound({ agentId, chatId });
  return gathering;
}

/** The public form of a pending turn, with its current due time. */
export async function showTurn(store: Reads, gathering: GatheringRecord): Promise<Turn> {
  const { agentId, chatId, messages, firstAt, lastAt } = gathering;
  const agent = await store.get(agents, agentId);
  const dueAt = agent && dueOf(gathering, agent);
  return { agentId, chatId, messages, firstAt, lastAt, ...(dueAt !== undefined && { dueAt }) };
}

/** Totals of an agent's pending turns. */
export async function waitingFor(store: Reads, agent: AgentRecord): Promise<Waiting> {
  const [messages, chats] = [
    await store.sum(waiting, agent.id, "messages"),
    await store.sum(waiting, agent.id, "chats"),
  ];
  const [first] = (await store.find(gatherings, { by: "byAgent", prefix: [agent.id], limit: 1 })).items;
  const dueAt = first && dueOf(first, agent);
  return { messages, chats, ...(dueAt !== undefined && { dueAt }) };
}

/** Maximum number of listed message ids, and records read per page. */
export const MOST_NAMED = 500;
const PORTION = 25;

/** Ids of the pending messages, in order. */
export async function messageIdsOf(store: Reads, { agentId, chatId }: GatheringRecord): Promise<string[]> {
  const ids: string[] = [];
  for await (const one of everyOf(store, gathered, { prefix: [agentId, chatId], portion: PORTION })) {
    if (!one.isDeleted) ids.push(one.messageId);
    if (ids.length === MOST_NAMED) break;
  }
  return ids;
}
