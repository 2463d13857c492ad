import type { Transacting } from "@postern/core";
import type { TurnRecord } from "../collections.ts";
import { turnAnswered } from "../events.ts";
import { closeTurn } from "./close.ts";
import { firstInLane } from "./lane.ts";

/** The client ids of messages that belong to a claimed turn: its answer, and what is said before it. */
export const answerIdOf = (turnId: string): string => `answer.${turnId}`;
const OF_TURN = /^(?:answer|say)\.turn_[0-9a-f]{24}(?:\.|$)/;

/** A message that the agent itself wrote. */
interface OwnMessage {
  readonly id: string;
  readonly chatId: string;
  readonly clientMessageId?: unknown;
}

/**
 * An agent that writes into a chat without claiming turns answers those that were ready before. Messages of a program
 * that claims turns answer nothing but its own turn.
 */
export async function answerByMessage(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  agentId: string,
  { id: messageId, chatId, clientMessageId }: OwnMessage,
  position: { readonly number: number; readonly place: number },
): Promise<void> {
  if (typeof clientMessageId === "string" && OF_TURN.test(clientMessageId)) return;
  for (;;) {
    const turn = await firstInLane(ctx.store, agentId, chatId);
    if (!turn || turn.status === "claimed" || !isBefore(turn, position)) return;
    await closeTurn(ctx, turn, { status: "answered", messageId });
    ctx.emit(turnAnswered, { turnId: turn.id, agentId, chatId, messageId });
  }
}

const isBefore = (turn: Pick<TurnRecord, "number" | "place">, { number, place }: { number: number; place: number }) =>
  turn.number < number || (turn.number === number && turn.place < place);
