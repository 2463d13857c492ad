import type { Caller, Reads } from "@postern/core";
import { isGranted } from "@postern/kit/access";
import { scanRecords } from "@postern/kit/paging";
import {
  type AgentRecord,
  agents,
  type PendingTurn,
  pendingCounts,
  pendingMessages,
  pendingTurns,
  type TurnRecord,
  turnContents,
  turns,
} from "../collections.ts";
import { TurnNotFound } from "../errors.ts";
import type { Turn, Unanswered, Waiting } from "../schemas.ts";
import { dueTime } from "./due-time.ts";

/** A turn in any of its states. */
export type AnyTurn = PendingTurn | TurnRecord;

/** Finds a turn that the caller reaches with its grants for an operation, or throws 404. */
export async function findTurn(
  { store, caller }: { store: Reads; caller: Caller },
  turnId: string,
  { scope, id }: { scope: string; id: string },
): Promise<AnyTurn> {
  const turn = (await store.get(turns, turnId)) ?? (await store.one(pendingTurns, "byId", turnId));
  if (!turn || !isGranted(caller, scope, turn.agentId, id)) throw TurnNotFound({ turnId });
  return turn;
}

/** The same for a turn that is no longer pending. */
export async function findOpened(
  ctx: { store: Reads; caller: Caller },
  turnId: string,
  operation: { scope: string; id: string },
): Promise<TurnRecord> {
  const turn = await findTurn(ctx, turnId, operation);
  if (isPending(turn)) throw TurnNotFound({ turnId });
  return turn;
}

export const isPending = (turn: AnyTurn): turn is PendingTurn => !("status" in turn);

/** The public form of a turn, with its current due time. */
export async function showTurn(store: Reads, turn: AnyTurn): Promise<Turn> {
  if (!isPending(turn)) return showOpened(turn);
  const { id, agentId, chatId, messages, firstAt, lastAt } = turn;
  const agent = await store.get(agents, agentId);
  const dueAt = agent && dueTime(turn, agent);
  return { id, agentId, chatId, status: "pending", messages, firstAt, lastAt, ...(dueAt !== undefined && { dueAt }) };
}

function showOpened(turn: TurnRecord): Turn {
  const { number: _, place: __, claim: ___, leaseMs: ____, answer: _____, retryAt: ______, ...shown } = turn;
  return shown;
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

/** Totals of an agent's turns that wait for an answer. */
export async function unansweredTotals(store: Reads, { id }: AgentRecord): Promise<Unanswered> {
  const of = (status: TurnRecord["status"]) => ({ by: "byView" as const, prefix: ["agent+status", id, status] });
  const [ready, claimed, failed] = [
    await store.count(turns, of("ready")),
    await store.count(turns, of("claimed")),
    await store.count(turns, of("failed")),
  ];
  const oldest = [
    ...(await store.find(turns, { ...of("ready"), limit: 1 })).items,
    ...(await store.find(turns, { ...of("claimed"), limit: 1 })).items,
  ].map(({ readyAt }) => readyAt);
  return { ready, claimed, failed, ...(oldest.length > 0 && { oldestAt: Math.min(...oldest) }) };
}

/** Maximum number of listed message ids, and records read per page. */
export const MAX_IDS = 500;
const PAGE_SIZE = 25;

/** Ids of the messages of a turn, in order. */
export async function messageIdsOf(store: Reads, turn: AnyTurn): Promise<string[]> {
  if (!isPending(turn)) return [...((await store.get(turnContents, turn.id))?.messageIds ?? [])];
  const ids: string[] = [];
  const ofTurn = { prefix: [turn.agentId, turn.chatId], portion: PAGE_SIZE };
  for await (const one of scanRecords(store, pendingMessages, ofTurn)) {
    if (!one.isDeleted) ids.push(one.messageId);
    if (ids.length === MAX_IDS) break;
  }
  return ids;
}
