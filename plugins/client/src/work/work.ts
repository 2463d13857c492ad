import { callOperation } from "../calls/call.ts";
import { pause } from "../http/pause.ts";
import { isTransient, retryDelay } from "../http/retry.ts";
import type { Transport } from "../http/transport.ts";
import { runTurn, type TurnFailures } from "./run-turn.ts";
import type { ClaimedTurn, TurnHandler } from "./turn.ts";

/** How to work on the turns of an agent. */
export interface WorkOptions extends TurnFailures {
  /** Stops claiming turns. Those that are being worked on are finished first. */
  readonly signal?: AbortSignal;
  /** Number of turns that are worked on at the same time, of different chats (default: 1). */
  readonly concurrency?: number;
  /** Milliseconds after which another program may claim the turn if this one fails, 1 000 to 600 000 (default: 60 000). */
  readonly leaseMs?: number;
}

/** Milliseconds that a gateway holds back its answer if no turn is ready. */
const WAIT_MS = 20_000;
/** Delays before claiming again if the gateway cannot be reached. */
const DELAYS = { attempts: Number.POSITIVE_INFINITY, totalMs: 0, firstDelayMs: 500, longestDelayMs: 30_000 };

/**
 * Claims the turns of an agent one after another and lets a handler answer them, until the signal aborts. Rejects only if
 * the gateway refuses to hand out turns, for example without the scope `agents:turns`.
 */
export async function workTurns(
  transport: Transport,
  agent: string,
  handler: TurnHandler,
  options: WorkOptions = {},
): Promise<void> {
  const { concurrency = 1, signal: given } = options;
  const refused = new AbortController();
  const signal = given ? AbortSignal.any([given, refused.signal]) : refused.signal;
  const workers = Array.from({ length: concurrency }, () =>
    workOn(transport, agent, handler, { ...options, signal }).catch((error: unknown) => {
      // The others would be refused too.
      refused.abort();
      throw error;
    }),
  );
  const ends = await Promise.allSettled(workers);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function workOn(
  transport: Transport,
  agent: string,
  handler: TurnHandler,
  options: WorkOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const { signal, leaseMs = 60_000, onError } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const turn = await claimTurn(transport, { agent, leaseMs, waitMs: WAIT_MS }, signal);
      failures = 0;
      if (turn) await runTurn(transport, turn, handler, leaseMs, options);
    } catch (error) {
      if (signal.aborted) return;
      if (!isTransient(error)) throw error;
      onError?.(error);
      await pause(retryDelay(++failures, DELAYS, error.retryAfterMs), signal).catch(() => {});
    }
  }
}

async function claimTurn(transport: Transport, input: object, signal: AbortSignal): Promise<ClaimedTurn | null> {
  const answer = await callOperation(transport, "agents.turns.claim", input, { signal });
  return (answer as { turn: ClaimedTurn | null }).turn;
}
