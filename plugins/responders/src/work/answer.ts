import { type AgentRef, type ClaimedTurn, type TurnQueue, turnDiscarded } from "@postern/agents/services";
import { isGatewayError, type Task } from "@postern/core";
import { isElsewhere } from "@postern/credentials/services";
import { namedHosts } from "@postern/kit/outbound";
import { RENEW_EVERY, retryOf, withJitter } from "@postern/kit/queue";
import { memories, type ResponderRecord } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { AnswerContext, ResponderKind } from "../services.ts";
import { countable, reserveTokens, reserveTurn, returnTurn, settleTokens, untilTomorrow } from "./budget.ts";
import { draftOf } from "./draft.ts";
import { historyOf } from "./history.ts";
import { noteOutcome } from "./outcome.ts";
import { secretAccess } from "./secret-access.ts";
import { noteTokens, taskOf, tracedBy } from "./task.ts";
import { toolsOf } from "./tools.ts";

/** Milliseconds before the second attempt, the third and so on. */
const BACKOFF = [1_000, 5_000, 30_000, 2 * 60_000, 10 * 60_000];
/** Milliseconds that a turn may take, unless its kind needs longer. */
const TIMEOUT = 5 * 60_000;
const MAX_REASON = 500;

/** A responder at work. */
export interface Working {
  readonly host: OurHost;
  readonly turns: TurnQueue;
  readonly record: ResponderRecord;
  readonly kind: ResponderKind;
  /** Aborts when the responder stops. */
  readonly signal: AbortSignal;
}

/** Answers a claimed turn, or reports why not. Rejects only if the store cannot be written. */
export async function answerTurn(working: Working, turn: ClaimedTurn): Promise<void> {
  const { host, turns, record, kind } = working;
  const budgets = { responder: record, agentId: turn.agentId };
  const ended = new AbortController();
  const limit = kind.timeout ?? TIMEOUT;
  const timer = setTimeout(() => ended.abort(new Error(`No answer within ${limit / 1_000} seconds`)), limit);
  const heartbeat = setInterval(() => {
    turns.extend(turn).catch((error: unknown) => ended.abort(error));
  }, RENEW_EVERY);
  const canceled = new Error("The turn was canceled");
  const off = host.on(turnDiscarded, ({ data }) => {
    if (data.turnId === turn.id) ended.abort(canceled);
  });
  const draft = draftOf(host, turn);
  const signal = AbortSignal.any([working.signal, ended.signal]);
  let isAnswered = false;
  const answer = async (turn: ClaimedTurn, facts: Task["facts"]) => {
    const agent = await host.services.agents?.find(turn.agentId);
    if (!agent) throw new Error(`Agent "${turn.agentId}" no longer exists`);
    await host.transact((ctx) => reserveTurn(ctx, budgets));
    const given = { signal, canceled: ended.signal, draft: draft.update };
    const context = await contextFor(working, turn, agent, facts, given);
    const outcome = (await unlessAborted(signal, async () => kind.answer?.(context))) ?? "silent";
    if (typeof outcome === "object" && "laterMs" in outcome) return await turns.extend(turn, outcome.laterMs);
    await draft.stop();
    const text = outcome === "silent" || outcome.text.trim() === "" ? undefined : outcome.text;
    await turns.answer(turn, text);
    isAnswered = true;
    await noteOutcome(host, record.id, { lastAnswerAt: host.now() });
  };
  try {
    await host.observe(taskOf(working, turn), ({ cause, facts }) => answer(tracedBy(turn, cause), facts));
  } catch (error) {
    if (ended.signal.reason === canceled) return;
    // Another host has the secret: a gateway there answers, and the attempt does not count.
    if (!working.signal.aborted && !isElsewhere(error))
      return await failTurn(working, turn, ended.signal.aborted ? ended.signal.reason : error);
    await host.transact((ctx) => returnTurn(ctx, budgets));
    await turns.release(turn);
  } finally {
    clearTimeout(timer);
    clearInterval(heartbeat);
    off();
    await draft.stop();
    if (!isAnswered) await draft.remove();
  }
}

/** Another gateway may have canceled or claimed the turn a moment ago. */
async function assertHeld({ turns }: Working, turn: ClaimedTurn): Promise<void> {
  if (!(await turns.isHeld(turn))) throw new Error("The turn is no longer claimed by this responder");
}

async function contextFor(
  working: Working,
  turn: ClaimedTurn,
  agent: AgentRef,
  facts: Task["facts"],
  given: Pick<AnswerContext, "signal" | "canceled" | "draft">,
): Promise<AnswerContext> {
  const { host, record, kind } = working;
  const { id, contextId, connection } = record;
  const budgets = { responder: record, agentId: turn.agentId };
  const { value: config } = host.state.kinds.read(kind, record.config);
  const acting = {
    turn,
    creator: async () => (contextId === undefined ? undefined : host.callerOf(contextId)),
    assertHeld: () => assertHeld(working, turn),
    signal: given.signal,
  };
  return {
    responder: id,
    config,
    agent,
    turn,
    log: host.log,
    ...given,
    hosts: namedHosts("responders", record, host.config),
    tools: await toolsOf(host, acting),
    history: (characters) => historyOf(host, turn, characters),
    useSecret: secretAccess(host, kind, connection, config),
    async reserve(tokens) {
      const reservation = await host.transact((ctx) => reserveTokens(ctx, budgets, tokens));
      return (reported) => {
        const used = countable(reported, reservation);
        noteTokens(facts, used);
        return host.transact((ctx) => settleTokens(ctx, budgets, reservation, used));
      };
    },
    recall: async (about) => (await host.store.get(memories, id, placeOf(turn, about)))?.value,
    remember: (value, about) =>
      host.transact(({ store }) => store.put(memories, { responder: id, chatId: placeOf(turn, about), value })),
  };
}

/** The chat that a memory is about, or `*` for all. */
const placeOf = ({ chatId }: ClaimedTurn, about: "chat" | "responder" = "chat"): string =>
  about === "chat" ? chatId : "*";

/** Rejects as soon as the signal aborts, even if `work` does not notice it. */
function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) return abort();
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

async function failTurn({ host, turns, record }: Working, turn: ClaimedTurn, error: unknown): Promise<void> {
  const code = isGatewayError(error) ? error.code : undefined;
  // Somebody else has the turn now, or nobody wants an answer any more.
  if (code === "agents.claim_lost" || code === "agents.turn_answered") return;
  const reason = reasonOf(error);
  await noteOutcome(host, record.id, { lastError: reason, lastErrorAt: host.now() });
  const delay = code === "responders.budget_exceeded" ? untilTomorrow(host.now()) : delayAfter(error, turn.attempt);
  await turns.fail(turn, reason, delay).catch((failure: unknown) => {
    if (!isGatewayError(failure) || failure.code !== "agents.claim_lost") throw failure;
  });
}

/** Milliseconds until the next attempt; undefined if there is none. */
function delayAfter(error: unknown, attempt: number): number | undefined {
  const wanted = retryOf(error);
  const usual = BACKOFF[attempt - 1];
  if (wanted === "never" || usual === undefined) return undefined;
  return wanted === undefined ? withJitter(usual) : Math.max(usual, wanted);
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .slice(0, MAX_REASON) || "Unknown error";
