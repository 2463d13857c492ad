import { causeOfTrace, type Transacting } from "@postern/core";
import { messages, type SessionRecord, turns } from "../collections.ts";
import { messageAdded, messageAppended, messageUpdated, turnStarted } from "../events.ts";
import type { Turn } from "../schemas.ts";
import { saveSession } from "../session.ts";
import { closeRequests, finishTurn, showTurn } from "../turn.ts";
import type { Change } from "./transcript.ts";

/** Stages the start of a turn, with its prompt as the first message. Returns undefined if it was cancelled meanwhile. */
export async function startTurn(
  ctx: Transacting,
  session: SessionRecord,
  id: string,
  number: number,
): Promise<{ agentSession: string } | undefined> {
  const { store, now, emit } = ctx;
  const { agentSession } = session;
  const waiting = await store.get(turns, id);
  if (waiting?.state !== "waiting" || agentSession === undefined) return undefined;
  const turn = { ...waiting, state: "running" as const, startedAt: now };
  await store.put(turns, turn);
  await saveSession(ctx, session, { status: "running", turn: id, waiting: session.waiting - 1, reason: undefined });
  emit(turnStarted, { turn: showTurn(turn) }, causeOfTrace(turn.traceparent));
  const { prompt: text } = turn;
  const message = { session: session.id, number, turn: id, kind: "user" as const, text, at: now };
  await store.put(messages, message);
  emit(messageAdded, { message });
  return { agentSession };
}

/** Stages the outcome of a turn after the agent has answered. */
export async function endTurn(
  ctx: Transacting,
  session: SessionRecord,
  id: string,
  { stopReason, reason, left }: { stopReason?: string; reason?: string; left: number },
): Promise<void> {
  const turn = await ctx.store.get(turns, id);
  if (turn?.state === "running") {
    const isCancelled = stopReason === "cancelled" || (turn.cancelAt !== undefined && reason !== undefined);
    const state: Turn["state"] = isCancelled ? "cancelled" : reason === undefined ? "done" : "failed";
    await finishTurn(ctx, turn, { state, stopReason, reason, left: left || undefined });
  }
  await closeRequests(ctx, session.id, "cancelled");
  await saveSession(ctx, session, { status: "idle", turn: undefined });
}

/** Stages messages, with events for new messages and appended text. */
export async function writeMessages({ store, emit }: Transacting, changes: readonly Change[]): Promise<void> {
  for (const { message, isNew, from } of changes) {
    await store.put(messages, message);
    const { session, turn, number, kind, text } = message;
    if (isNew) emit(messageAdded, { message });
    else if (text === undefined) emit(messageUpdated, { message });
    else emit(messageAppended, { session, turn, number, kind, from, text: text.slice(from) });
  }
}
