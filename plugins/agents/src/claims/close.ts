import type { MutableRecords, Reads, Transacting } from "@postern/core";
import { isOpen, type TurnRecord, turnContents, turns } from "../collections.ts";
import { ClaimLost, TurnNotFound } from "../errors.ts";
import { turnDiscarded, turnExpired, turnFailed } from "../events.ts";
import { putInLane, withoutClaim } from "./lane.ts";

type Closing = Pick<Transacting, "store" | "now" | "emit">;

/** The turn that a claim holds, or an error: the claim has ended, or the turn was answered or discarded. */
export async function heldTurn(store: Reads, turnId: string, claim: string): Promise<TurnRecord> {
  const turn = await store.get(turns, turnId);
  if (!turn) throw TurnNotFound({ turnId });
  if (turn.status !== "claimed" || turn.claim !== claim) throw ClaimLost({ turnId, state: turn.status });
  return turn;
}

/** Ends an open turn. Its messages are kept only if it can be tried again. */
export async function closeTurn(
  { store, now }: Closing,
  turn: TurnRecord,
  end: Pick<TurnRecord, "status" | "reason" | "messageId" | "answer">,
): Promise<void> {
  const { retryAt: _, ...rest } = withoutClaim(turn);
  await putInLane(store, { ...rest, ...end, finishedAt: now });
  if (end.status === "answered" || end.status === "discarded") await dropMessages(store, turn.id);
}

async function dropMessages(store: MutableRecords, turnId: string): Promise<void> {
  const content = await store.get(turnContents, turnId);
  if (content) await store.put(turnContents, { turnId, messageIds: content.messageIds });
}

/** Maximum number of claims of a turn: work that ends without an answer so often would do so forever. */
export const MAX_ATTEMPTS = 6;

/** Ends the attempt of a claimed turn: it can be claimed again after `retryInMs`, or has failed. */
export async function failTurn(
  ctx: Closing,
  turn: TurnRecord,
  reason: string,
  retryInMs: number | undefined,
): Promise<"ready" | "failed"> {
  const { store, now, emit } = ctx;
  if (retryInMs !== undefined && turn.attempts < MAX_ATTEMPTS) {
    await putInLane(store, { ...withoutClaim(turn), status: "ready", reason, retryAt: now + retryInMs });
    return "ready";
  }
  await closeTurn(ctx, turn, { status: "failed", reason });
  const { id: turnId, agentId, chatId, attempts } = turn;
  emit(turnFailed, { turnId, agentId, chatId, attempts, reason });
  return "failed";
}

/** Ends a turn that nobody has claimed in time. */
export async function expireTurn(ctx: Closing, turn: TurnRecord): Promise<void> {
  await closeTurn(ctx, turn, { status: "expired" });
  const { id: turnId, agentId, chatId } = turn;
  ctx.emit(turnExpired, { turnId, agentId, chatId });
}

/** Ends a turn without an answer because somebody wants so. */
export async function discardTurn(ctx: Closing, turn: TurnRecord): Promise<void> {
  await closeTurn(ctx, turn, { status: "discarded" });
  const { id: turnId, agentId, chatId, messages } = turn;
  ctx.emit(turnDiscarded, { turnId, agentId, chatId, messages });
}

/** Makes a turn ready immediately, with all its attempts. Its place among the turns of its chat is kept. */
export async function reopenTurn({ store, now }: Closing, turn: TurnRecord): Promise<void> {
  const { finishedAt: _, reason: __, retryAt: ___, ...rest } = turn;
  await putInLane(store, { ...rest, status: "ready", attempts: 0, readyAt: now });
}

/** Whether a turn can be tried again now: its messages are still there, and nobody is answering it. */
export const isRetryable = ({ status, retryAt }: TurnRecord): boolean =>
  status === "failed" || status === "expired" || (status === "ready" && retryAt !== undefined);

/** Whether a turn can be discarded. */
export const isDiscardable = (turn: TurnRecord): boolean => isOpen(turn) || isRetryable(turn);
