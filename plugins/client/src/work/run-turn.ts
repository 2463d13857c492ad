import { callOperation } from "../calls/call.ts";
import { createDraftWriter } from "../drafts.ts";
import { PosternError } from "../http/error.ts";
import type { Transport } from "../http/transport.ts";
import { keepLease } from "./lease.ts";
import type { ClaimedTurn, TurnHandler } from "./turn.ts";

/** How turns end that are not answered. */
export interface TurnFailures {
  /**
   * Milliseconds until a failed turn is tried again, or a function that decides by the error. Undefined: never
   * (default). A gateway tries a turn six times at most.
   */
  readonly retryInMs?: number | ((error: unknown, turn: ClaimedTurn) => number | undefined);
  /** Called with everything that goes wrong, and the turn if it concerns one. It must not throw. */
  readonly onError?: (error: unknown, turn?: ClaimedTurn) => unknown;
}

const MAX_REASON = 500;
/** The turn belongs to somebody else now, or is answered. */
const LOST = ["agents.claim_lost", "agents.turn_not_found", "agents.turn_answered"];

/** Lets a handler answer a claimed turn. Never rejects. */
export async function runTurn(
  transport: Transport,
  turn: ClaimedTurn,
  handler: TurnHandler,
  leaseMs: number,
  { retryInMs, onError }: TurnFailures,
): Promise<void> {
  const lease = keepLease(transport, turn, leaseMs);
  const drafts = draftsOf(transport, turn);
  const claimed = { turn: turn.id, claim: turn.claim };
  try {
    const answer = await handler(turn, {
      draft: drafts.update,
      say: speaker(transport, turn),
      signal: lease.signal,
    });
    await drafts.stop();
    await callOperation(transport, "agents.turns.answer", { ...claimed, ...(answer && { content: answer }) });
  } catch (error) {
    await drafts.stop();
    const cause = lease.signal.aborted ? lease.signal.reason : error;
    onError?.(cause, turn);
    if (isLost(cause)) return;
    await drafts.remove();
    const delay = typeof retryInMs === "function" ? retryInMs(error, turn) : retryInMs;
    const reason = reasonOf(error);
    await callOperation(transport, "agents.turns.fail", {
      ...{ ...claimed, reason },
      ...(delay !== undefined && { retryInMs: Math.round(delay) }),
    }).catch((failure: unknown) => onError?.(failure, turn));
  } finally {
    await lease.stop();
  }
}

/** A draft that comes late is worth nothing, so it is not repeated. */
function draftsOf(transport: Transport, { chatId, agentId: actorId }: ClaimedTurn) {
  const call = (id: string, fields: object) =>
    callOperation(transport, id, { chatId, actorId, ...fields }, { retry: false });
  return createDraftWriter({
    update: (text) => call("chats.drafts.update", { text }),
    remove: () => call("chats.drafts.remove", {}),
  });
}

/** Sends messages that do not answer the turn, which their ids say. */
function speaker(transport: Transport, { id, agentId, chatId, attempt }: ClaimedTurn) {
  let count = 0;
  return async (content: string): Promise<void> => {
    const clientMessageId = `say.${id}.${attempt}.${++count}`;
    await callOperation(transport, "chats.messages.create", { actorId: agentId, chatId, clientMessageId, content });
  };
}

const isLost = (error: unknown): boolean => error instanceof PosternError && LOST.includes(error.code);

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_REASON) || "The handler failed";
}
