import { defineCommand, T } from "@postern/core";
import { heldTurn } from "../claims/close.ts";
import { turns } from "../collections.ts";
import { ClaimLost, TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ClaimId, LeaseMs, TurnRef } from "../schemas.ts";
import { findOpened } from "../turns/show.ts";

const scope = "agents:turns";

export const turnsExtend = defineCommand(group, {
  id: "agents.turns.extend",
  summary: "Extend the claim on a turn",
  description: "The claim then ends `leaseMs` milliseconds from now; by default, the length of the original claim.",
  scope,
  input: T.Object({ turn: TurnRef, claim: ClaimId, leaseMs: T.Optional(LeaseMs) }),
  narrowed: true,
  output: T.Object({
    turnId: T.String({ description: "Turn id" }),
    leaseEndsAt: T.Integer({ description: "When the claim ends, in Unix milliseconds" }),
  }),
  errors: [TurnNotFound, ClaimLost],
  examples: [
    {
      title: "Five more minutes",
      input: {
        turn: "turn_0123456789abcdef01234567",
        claim: "claim_0123456789abcdef0123456789abcdef",
        leaseMs: "300000",
      },
    },
  ],
  async plan(ctx, { turn: id }) {
    await findOpened(ctx, id, { scope, id: "agents.turns.extend" });
    return { summary: `Extend the claim on the turn ${id}` };
  },
  async execute({ store, now }, _plan, { turn: turnId, claim, leaseMs: given }) {
    const turn = await heldTurn(store, turnId, claim);
    const leaseMs = given ?? (turn.leaseMs as number);
    const leaseEndsAt = now + leaseMs;
    await store.put(turns, { ...turn, leaseMs, leaseEndsAt });
    return { turnId, leaseEndsAt };
  },
});
