import { defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { isRetryable, reopenTurn } from "../claims/close.ts";
import { turns } from "../collections.ts";
import { TurnNotFound, TurnNotRetryable } from "../errors.ts";
import { group } from "../group.ts";
import { Turn, TurnRef } from "../schemas.ts";
import { findOpened, showTurn } from "../turns/show.ts";

export const turnsRetry = defineCommand(group, {
  id: "agents.turns.retry",
  summary: "Retry a failed, expired or waiting turn now",
  description: "The turn is ready again, with all its attempts, before later turns of its chat.",
  input: T.Object({ turn: TurnRef }),
  narrowed: true,
  output: endsLater(T.Object({ turn: described(Turn, "The turn") }), {
    what: "turn",
    query: "agents.turns.show",
    input: { turn: "turn.id" },
    state: "turn.status",
    good: ["answered"],
    bad: ["failed", "expired", "discarded"],
    reason: "turn.reason",
  }),
  errors: [TurnNotFound, TurnNotRetryable],
  examples: [{ title: "Retry a turn", input: { turn: "turn_0123456789abcdef01234567" } }],
  async plan(ctx, { turn: id }) {
    const turn = await findOpened(ctx, id, { scope: "agents:write", id: "agents.turns.retry" });
    if (!isRetryable(turn)) throw TurnNotRetryable({ turnId: id, state: turn.status });
    return { summary: `Retry the turn ${id} of ${turn.agentId}` };
  },
  async execute(ctx, _plan, { turn: id }) {
    const { store } = ctx;
    const turn = await store.get(turns, id);
    if (turn) await reopenTurn(ctx, turn);
    const after = await store.get(turns, id);
    if (!after) throw TurnNotFound({ turnId: id });
    return { turn: await showTurn(store, after) };
  },
});
