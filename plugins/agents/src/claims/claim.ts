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

/** Turns looked at in one read. */
const PAGE_SIZE = 16;

/** Claims the oldest turn that is ready, or returns undefined. Another process may claim it first: then the next one. */
export async function claimTurn(ctx: Transacting, who: Claimant): Promise<ClaimedTurn | undefined> {
  const { store, now, emit } = ctx;
  const found = await findReady(store, store.unchecked, who.agents, now);
  if (!found) return undefined;
  const { id, agentId, chatId } = found;
  const { retryAt: _, ...rest } = found;
  const claim = `claim_${randomBytes(16).toString("hex")}`;
  const turn: TurnRecord = {
    ...rest,
    status: "claimed",
    attempts: found.attempts + 1,
    claim,
    leaseMs: who.leaseMs,
    leaseEndsAt: now + who.leaseMs,
    ...(who.contextId !== undefined && { claimedBy: who.contextId }),
  };
  await putInLane(store, turn);
  const { messages = [] } = (await store.get(turnContents, id)) ?? {};
  emit(turnClaimed, { turnId: id, agentId, chatId, attempt: turn.attempts });
  return { id, agentId, chatId, messages, attempt: turn.attempts, claim, leaseEndsAt: now + who.leaseMs };
}

/** Unchecked reads find the turn, so that only those who claim the same one conflict. */
async function findReady(
  store: Reads,
  unchecked: Reads,
  agentIds: readonly string[] | undefined,
  now: number,
): Promise<TurnRecord | undefined> {
  const due = { to: [now + 1], limit: PAGE_SIZE };
  if (agentIds) {
    const found = await Promise.all(agentIds.map((id) => unchecked.find(turns, { by: "byDue", prefix: [id], ...due })));
    const oldestFirst = found
      .flatMap(({ items }) => items)
      .sort((left, right) => Number(left.dueAt) - Number(right.dueAt) || left.number - right.number);
    return firstClaimable(store, oldestFirst, now);
  }
  let after: string | undefined;
  do {
    const page = await unchecked.find(turns, { by: "byDueOfAll", ...due, ...(after !== undefined && { after }) });
    const turn = await firstClaimable(store, page.items, now);
    if (turn) return turn;
    after = page.next;
  } while (after !== undefined);
  return undefined;
}

/** Archived agents answer no turns. */
async function firstClaimable(
  store: Reads,
  candidates: readonly TurnRecord[],
  now: number,
): Promise<TurnRecord | undefined> {
  for (const { id, agentId } of candidates) {
    const agent = await store.get(agents, agentId);
    if (!agent || agent.archivedAt !== undefined) continue;
    const turn = await store.get(turns, id);
    if (turn?.dueAt !== undefined && turn.dueAt <= now) return turn;
  }
  return undefined;
}
