import type { PluginContext } from "@postern/core";
import type { group } from "../group.ts";
import type { ClaimedTurn } from "../schemas.ts";
import { type Claimant, claimTurns } from "./claim.ts";
import { releaseTurn } from "./upkeep.ts";

/** A line that nobody wakes is checked this often, in milliseconds: turns also become due, or return by other processes. */
const CHECK_INTERVAL = 1_000;

/** Claims up to `limit` turns, or waits for one up to `waitMs` milliseconds. */
export async function waitForTurns(
  host: PluginContext<typeof group>,
  who: Claimant,
  limit: number,
  waitMs: number,
  signal: AbortSignal,
): Promise<readonly ClaimedTurn[]> {
  const { waiters } = host.state;
  const until = performance.now() + waitMs;
  for (;;) {
    const waiter = waiters.join(who.agents, signal);
    try {
      const claimed = await host.transact((ctx) => claimTurns(ctx, who, limit));
      if (claimed.length > 0) {
        // More may have become ready at once.
        for (const agentId of new Set(claimed.map((turn) => turn.agentId))) waiters.wake(agentId);
        if (!signal.aborted) return claimed;
        for (const { id, claim } of claimed) await host.transact((ctx) => releaseTurn(ctx, id, claim));
        return [];
      }
      const left = until - performance.now();
      if (left <= 0 || signal.aborted) return [];
      await waiter.woken(Math.min(left, CHECK_INTERVAL));
    } finally {
      waiter.leave();
    }
  }
}
