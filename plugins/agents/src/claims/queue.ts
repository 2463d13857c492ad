import type { PluginContext } from "@postern/core";
import { turns } from "../collections.ts";
import type { group } from "../group.ts";
import type { TurnQueue } from "../services.ts";
import { answerTurn } from "./answer.ts";
import { PAGE_SIZE } from "./claim.ts";
import { failTurn, heldTurn } from "./close.ts";
import { releaseTurn } from "./upkeep.ts";
import { waitForTurns } from "./wait.ts";

/** The service through which other plugins of this process answer turns. */
export const createTurnQueue = (host: PluginContext<typeof group>): TurnQueue => ({
  claim: (agents, { leaseMs, limit, waitMs, signal }) =>
    waitForTurns(host, { agents, leaseMs }, Math.min(limit, PAGE_SIZE), waitMs, signal),
  answer: ({ id: turnId, claim, cause }, content) =>
    answerTurn(host, { turnId, claim, content, traceparent: cause?.traceparent }),
  fail: ({ id, claim }, reason, retryInMs) =>
    host.transact(async (ctx) => failTurn(ctx, await heldTurn(ctx.store, id, claim), reason, retryInMs)),
  extend: ({ id, claim }, given) =>
    host.transact(async ({ store, now }) => {
      const turn = await heldTurn(store, id, claim);
      const leaseMs = given ?? (turn.leaseMs as number);
      await store.put(turns, { ...turn, leaseMs, leaseEndsAt: now + leaseMs });
    }),
  async isHeld({ id, claim }) {
    const turn = await host.store.get(turns, id);
    return turn?.status === "claimed" && turn.claim === claim && Number(turn.leaseEndsAt) > host.now();
  },
  release: ({ id, claim }) => host.transact((ctx) => releaseTurn(ctx, id, claim)),
});
