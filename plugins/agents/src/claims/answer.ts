import { messagesCreate } from "@postern/chats/services";
import { digestOf, type PluginContext, type PluginTransaction } from "@postern/core";
import { turns } from "../collections.ts";
import { TurnAnswered, TurnNotFound } from "../errors.ts";
import { turnAnswered } from "../events.ts";
import type { group } from "../group.ts";
import type { TurnCause } from "../schemas.ts";
import { closeTurn, heldTurn } from "./close.ts";
import { answerIdOf } from "./own-messages.ts";

/** The outcome of an answer. `disposition` is `duplicate` if an earlier call has answered the turn the same. */
export interface Answered {
  readonly turnId: string;
  readonly disposition: "created" | "duplicate";
  readonly messageId?: string;
}

interface Answer {
  readonly turnId: string;
  readonly claim: string;
  readonly content?: string | undefined;
  /** The trace in which it is answered; by default that of the turn. */
  readonly traceparent?: string | undefined;
}

/**
 * Writes the answer into the chat and closes the turn, in one commit. Without a content the turn ends without a message.
 * A repeated call with the same content gets the first outcome.
 */
export async function answerTurn(host: PluginContext<typeof group>, answer: Answer): Promise<Answered> {
  const { cause } = (await host.store.get(turns, answer.turnId)) ?? {};
  const follows = cause && ofTurn(answer, cause);
  const disposition = await host.transact((ctx) => closeWithAnswer(ctx, answer), follows);
  // The id of the message contains the number of the commit, which is not known before.
  const { messageId } = (await host.store.get(turns, answer.turnId)) ?? {};
  return { turnId: answer.turnId, disposition, ...(messageId !== undefined && { messageId }) };
}

/** The cause of what is done to answer a turn. */
function ofTurn({ turnId, traceparent }: Answer, cause: TurnCause): TurnCause {
  const { correlationId, depth } = cause;
  const trace = traceparent ?? cause.traceparent;
  return { correlationId, causationId: turnId, depth: depth + 1, ...(trace !== undefined && { traceparent: trace }) };
}

async function closeWithAnswer(
  ctx: PluginTransaction,
  { turnId, claim, content }: Answer,
): Promise<Answered["disposition"]> {
  const { store, emit } = ctx;
  const answer = digestOf(claim, content ?? null);
  const before = await store.get(turns, turnId);
  if (!before) throw TurnNotFound({ turnId });
  if (before.status === "answered" && before.answer === answer) return "duplicate";
  if (before.status === "answered") throw TurnAnswered({ turnId });
  const turn = await heldTurn(store, turnId, claim);
  const { agentId, chatId } = turn;
  const message =
    content === undefined
      ? undefined
      : await ctx.call(messagesCreate, {
          chatId,
          actorId: agentId,
          clientMessageId: answerIdOf(turnId),
          content,
        });
  const answered = message && { messageId: message.messageId };
  await closeTurn(ctx, turn, { status: "answered", answer, ...answered });
  emit(turnAnswered, { turnId, agentId, chatId, ...answered });
  return "created";
}
