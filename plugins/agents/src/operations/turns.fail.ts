import { defineCommand, oneOf, T } from "@postern/core";
import { described, numeric } from "@postern/kit/fields";
import { failTurn, heldTurn, MAX_ATTEMPTS } from "../claims/close.ts";
import { ClaimLost, TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ClaimId, TurnRef } from "../schemas.ts";
import { findOpened } from "../turns/show.ts";

const scope = "agents:turns";
const DAY = 24 * 60 * 60 * 1_000;

export const turnsFail = defineCommand(group, {
  id: "agents.turns.fail",
  summary: "Report that a claimed turn cannot be answered",
  description: `With \`retryInMs\` the turn is ready again after that time, unless it was claimed ${MAX_ATTEMPTS} times. Otherwise it has failed.`,
  scope,
  input: T.Object({
    turn: TurnRef,
    claim: ClaimId,
    reason: T.String({ minLength: 1, maxLength: 500, description: "Why it cannot be answered, without secrets" }),
    retryInMs: T.Optional(
      numeric({ maximum: DAY, description: "Milliseconds until the turn can be claimed again (default: never)" }),
    ),
  }),
  narrowed: true,
  output: T.Object({
    turnId: T.String({ description: "Turn id" }),
    status: described(oneOf("ready", "failed"), "Whether it is tried again"),
  }),
  errors: [TurnNotFound, ClaimLost],
  examples: [
    {
      title: "Try again in a minute",
      input: {
        turn: "turn_0123456789abcdef01234567",
        claim: "claim_0123456789abcdef0123456789abcdef",
        reason: "The model is overloaded",
        retryInMs: "60000",
      },
    },
  ],
  async plan(ctx, { turn: id, retryInMs }) {
    const { agentId } = await findOpened(ctx, id, { scope, id: "agents.turns.fail" });
    const then = retryInMs === undefined ? "" : ` and try it again in ${retryInMs} ms`;
    return { summary: `End the attempt to answer the turn ${id} of ${agentId}${then}` };
  },
  async execute(ctx, _plan, { turn: turnId, claim, reason, retryInMs }) {
    const turn = await heldTurn(ctx.store, turnId, claim);
    return { turnId, status: await failTurn(ctx, turn, reason, retryInMs) };
  },
});
