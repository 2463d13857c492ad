import type { ClaimedTurn } from "@postern/agents/services";
import { type Cause, causedBy, type Task } from "@postern/core";
import type { ResponderRecord } from "../collections.ts";
import type { ResponderKind, Tokens } from "../services.ts";

/** The attempt to answer a turn, as metrics and traces see it. */
export function taskOf(
  { record, kind }: { readonly record: ResponderRecord; readonly kind: ResponderKind },
  { id, agentId, chatId, attempt, cause }: ClaimedTurn,
): Task {
  const { model } = record.config as { model?: unknown };
  return {
    name: "agents.turn",
    cause,
    facts: {
      ...{ turn: id, agent: agentId, chat: chatId, attempt, responder: record.id, kind: kind.id },
      ...(typeof model === "string" && { model }),
    },
  };
}

/** Adds the tokens of a request to those of the turn. */
export function noteTokens(facts: Task["facts"], { input, output }: Tokens): void {
  facts.inputTokens = Number(facts.inputTokens ?? 0) + input;
  facts.outputTokens = Number(facts.outputTokens ?? 0) + output;
}

/** The turn in the trace of the attempt, which what is done to answer it then carries. */
export function tracedBy(turn: ClaimedTurn, cause: Cause | undefined): ClaimedTurn {
  const traceparent = cause?.traceparent;
  return turn.cause && traceparent !== undefined ? { ...turn, cause: { ...turn.cause, traceparent } } : turn;
}

/** The cause of what is done to answer a turn. */
export const causedByTurn = ({ id, cause }: Pick<ClaimedTurn, "id" | "cause">): Cause | undefined =>
  cause && causedBy({ ...cause, id });
