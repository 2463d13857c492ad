import type { PluginContext } from "@postern/core";
import type { group } from "../group.ts";
import type { ClaimedTurn } from "../schemas.ts";
import { type Claimant, claimTurn } from "./claim.ts";
import { releaseTurn } from "./upkeep.ts";

/** A line that nobody wakes is checked this often, in milliseconds: turns also become due, or return by other processes. */
const CHECK_INTERVAL = 1_000;

/** Claims a turn, or waits for one up to `waitMs` milliseconds. */
export async function waitForTurn(
  host: PluginContext<typeof group>,
  who: Claimant,
  waitMs: number,
  signal: AbortSignal,
): Promise<ClaimedTurn | undefined> {
  const { waiters } = host.state;
  const until = performance.now() + waitMs;
  for (;;) {
    const waiter = waiters.join(who.agents, signal);
    try {
      const turn = await host.transact((ctx) => claimTurn(ctx, who));
      if (turn) {
        // Several may have become ready at once.
        waiters.wake(turn.agentId);
        if (!signal.aborted) return turn;
        await host.transact((ctx) => releaseTurn(ctx, turn.id, turn.claim));
        return undefined;
      }
      const left = until - performance.now();
      if (left <= 0 || signal.aborted) return undefined;
      await waiter.woken(Math.min(left, CHECK_INTERVAL));
    } finally {
      waiter.leave();
    }
  }
}
