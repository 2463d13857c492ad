import { callOperation } from "../calls/call.ts";
import { pause } from "../http/pause.ts";
import { isTransient } from "../http/retry.ts";
import type { Transport } from "../http/transport.ts";
import type { ClaimedTurn } from "./turn.ts";

/** The claim on a turn while a handler works. */
export interface Lease {
  /** Aborts when the claim is lost. */
  readonly signal: AbortSignal;
  /** Stops extending it. */
  stop(): Promise<void>;
}

/** Extends a claim three times in each lease, until it is stopped or lost. */
export function keepLease(transport: Transport, { id: turn, claim }: ClaimedTurn, leaseMs: number): Lease {
  const lost = new AbortController();
  const stopped = new AbortController();
  const interval = leaseMs / 3;

  async function extend(): Promise<void> {
    let endsAt = performance.now() + leaseMs;
    for (;;) {
      await pause(interval, stopped.signal);
      const startedAt = performance.now();
      try {
        const options = { signal: stopped.signal, timeoutMs: interval, retry: { totalMs: interval } };
        await callOperation(transport, "agents.turns.extend", { turn, claim, leaseMs }, options);
        endsAt = startedAt + leaseMs;
      } catch (error) {
        if (stopped.signal.aborted) return;
        // As long as the lease lasts, a gateway that cannot be reached may return.
        if (isTransient(error) && performance.now() < endsAt) continue;
        return lost.abort(error);
      }
    }
  }

  const extending = extend().catch(() => {});
  return {
    signal: lost.signal,
    stop() {
      stopped.abort();
      return extending;
    },
  };
}
