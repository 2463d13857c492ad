import type { Transacting } from "@postern/core";
import { type SessionRecord, turns } from "../collections.ts";
import { sessionGone } from "../events.ts";
import { isResumable, saveSession, showSession } from "../session.ts";
import { closeRequests, finishTurn, waitingIn } from "../turn.ts";

/** `ended`: the agent's process ended. `stopped`: a caller requested it. `left`: the gateway that ran it ended. */
export interface End {
  readonly how: "ended" | "stopped" | "left";
  readonly reason: string;
  /** Number of dropped messages of the turn. */
  readonly left?: number;
}

/**
 * Stages the state of a session whose agent no longer runs: the running turn and open permission requests are closed.
 * Waiting turns are kept only if the gateway ended and the agent can resume.
 */
export async function recordEnd(ctx: Transacting, session: SessionRecord, { how, reason, left }: End): Promise<void> {
  const { store } = ctx;
  const { id, turn: current, status } = session;
  const turn = current === undefined ? undefined : await store.get(turns, current);
  if (turn?.state === "running") {
    const state = turn.cancelAt === undefined && how !== "stopped" ? "failed" : "cancelled";
    await finishTurn(ctx, turn, { state, reason, left: left || undefined });
  }
  await closeRequests(ctx, id, turn?.cancelAt === undefined ? "expired" : "cancelled");

  const isNew = session.agentSession === undefined && how === "left";
  const canContinue = how !== "ended" && status !== "gone" && (isNew || isResumable(session));
  const waiting = canContinue && how === "left" ? session.waiting : 0;
  if (waiting === 0) {
    const state = how === "stopped" ? "cancelled" : "failed";
    for (const one of await waitingIn(store, id)) {
      await finishTurn(ctx, one, { state, reason: `The turn had not started. ${reason}` });
    }
  }
  const after = await saveSession(ctx, session, {
    status: canContinue ? (isNew ? "starting" : "idle") : "gone",
    reason: canContinue ? undefined : status === "gone" ? session.reason : reason,
    turn: undefined,
    waiting,
    owner: undefined,
    process: undefined,
    isUnwanted: undefined,
    attention: (canContinue && (isNew || waiting > 0)) || session.attention ? true : undefined,
  });
  if (!canContinue && status !== "gone") ctx.emit(sessionGone, { session: showSession(after) });
}
