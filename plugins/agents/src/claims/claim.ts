import { randomBytes } from "node:crypto";
import type { Reads, Transacting } from "@postern/core";
import { agents, type TurnRecord, turnContents, turns } from "../collections.ts";
import { turnClaimed } from "../events.ts";
import type { ClaimedTurn } from "../schemas.ts";
import { putInLane } from "./lane.ts";

/** Who claims turns, and of which agents: all of them if `agents` is absent. */
export interface Claimant {
  readonly agents?: readonly string[];
  readonly leaseMs: number;
  /** The context of the caller; absent for this gateway itself. */
  readonly contextId?: string;
}

/** Turns looked at in one read, and at most claimed in one commit. */
export const PAGE_SIZE = 16;

/** Claims up to `limit` of the oldest turns that are ready. Another process may claim them first: then the next ones. */
export async function claimTurns(ctx: Transacting, who: Claimant, limit: number): Promise<ClaimedTurn[]> {
  const { store, now } = ctx;
  const found = await findReady(store, store.unchecked, who.agents, now, limit);
  const claimed: ClaimedTurn[] = [];
  for (const turn of found) claimed.push(await claimOne(ctx, turn, who));
  return claimed;
}

async function claimOne(
  { store, now, emit }: Transacting,
  found: TurnRecord,
  { leaseMs, contextId }: Claimant,
): Promise<ClaimedTurn> {
  const { id, agentId, chatId, cause } = found;
  const { retryAt: _, ...rest } = found;
  const claim = `claim_${randomBytes(16).toString("hex")}`;
  const attempt = found.attempts + 1;
  const leaseEndsAt = now + leaseMs;
  await putInLane(store, {
    ...rest,
    status: "claimed",
    attempts: attempt,
    ...{ claim, leaseMs, leaseEndsAt },
    ...(contextId !== undefined && { claimedBy: contextId }),
  });
  const { messages = [] } = (await store.get(turnContents, id)) ?? {};
  emit(turnClaimed, { turnId: id, agentId, chatId, attempt }, cause);
  return { id, agentId, chatId, messages, attempt, claim, leaseEndsAt, ...(cause && { cause }) };
}

/** Unchecked reads find the turns, so that only those who claim the same ones conflict. */
async function findReady(
  store: Reads,
  unchecked: Reads,
  agentIds: readonly string[] | undefined,
  now: number,
  limit: number,
): Promise<TurnRecord[]> {
  const due = { to: [now + 1], limit: PAGE_SIZE };
  if (agentIds) {
    const found = await Promise.all(agentIds.map((id) => unchecked.find(turns, { by: "byDue", prefix: [id], ...due })));
    const oldestFirst = found
      .flatMap(({ items }) => items)
      .sort((left, right) => Number(left.dueAt) - Number(right.dueAt) || left.number - right.number);
    return claimable(store, oldestFirst, now, limit);
  }
  let after: string | undefined;
  do {
    const page = await unchecked.find(turns, { by: "byDueOfAll", ...due, ...(after !== undefined && { after }) });
    const found = await claimable(store, page.items, now, limit);
    if (found.length > 0) return found;
    after = page.next;
  } while (after !== undefined);
  return [];
}

/** Archived agents answer no turns. */
async function claimable(
  store: Reads,
  candidates: readonly TurnRecord[],
  now: number,
  limit: number,
): Promise<TurnRecord[]> {
  const found: TurnRecord[] = [];
  for (const { id, agentId } of candidates) {
    if (found.length >= limit) break;
    const agent = await store.get(agents, agentId);
    if (!agent || agent.archivedAt !== undefined) continue;
    const turn = await store.get(turns, id);
    if (turn?.dueAt !== undefined && turn.dueAt <= now) found.push(turn);
  }
  return found;
}
