import type { MutableRecords, Reads } from "@postern/core";
import { type TurnRecord, turns } from "../collections.ts";

/** The open turns of an agent in a chat: the claimed one, then the others in order. */
async function openTurns(store: Reads, agentId: string, chatId: string, limit: number): Promise<readonly TurnRecord[]> {
  return (await store.find(turns, { by: "byLane", prefix: [agentId, chatId], limit })).items;
}

/** The turn that is answered now or next. The turns of one chat are answered in order, one at a time. */
export async function firstInLane(store: Reads, agentId: string, chatId: string): Promise<TurnRecord | undefined> {
  return (await openTurns(store, agentId, chatId, 1))[0];
}

/** Stores a turn whose state has changed, and lets the first turn of its chat be claimed unless one is. */
export async function putInLane(store: MutableRecords, turn: TurnRecord): Promise<void> {
  await store.put(turns, withoutDueTime(turn));
  // At most one turn has a due time: the one that was first before this change.
  const [first, second] = await openTurns(store, turn.agentId, turn.chatId, 2);
  if (!first || first.status === "claimed") return;
  await store.put(turns, { ...first, dueAt: first.retryAt ?? first.readyAt });
  if (second?.dueAt !== undefined) await store.put(turns, withoutDueTime(second));
}

const withoutDueTime = ({ dueAt: _, ...turn }: TurnRecord): TurnRecord => turn;

/** A turn that nobody holds any longer. */
export function withoutClaim(turn: TurnRecord): TurnRecord {
  const { claim: _, leaseMs: __, leaseEndsAt: ___, claimedBy: ____, ...rest } = turn;
  return rest;
}
