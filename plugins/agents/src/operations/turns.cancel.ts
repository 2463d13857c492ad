import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { discardTurn, isDiscardable } from "../claims/close.ts";
import { turns } from "../collections.ts";
import { TurnEnded, TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Turn, TurnRef } from "../schemas.ts";
import { findOpened, showTurn } from "../turns/show.ts";

export const turnsCancel = defineCommand(group, {
  id: "agents.turns.cancel",
  summary: "Cancel a turn, even while it is claimed",
  description: "The turn is discarded: its messages stay in the chat, and an answer to it is refused from now on.",
  properties: ["restricts"],
  input: T.Object({ turn: TurnRef }),
  narrowed: true,
  output: T.Object({ turn: described(Turn, "The turn") }),
  errors: [TurnNotFound, TurnEnded],
  examples: [{ title: "Cancel a turn", input: { turn: "turn_0123456789abcdef01234567" } }],
  async plan(ctx, { turn: id }) {
    const turn = await findOpened(ctx, id, { scope: "agents:write", id: "agents.turns.cancel" });
    if (!isDiscardable(turn)) throw TurnEnded({ turnId: id, state: turn.status });
    return { summary: `Cancel the turn ${id} of ${turn.agentId}` };
  },
  async execute(ctx, _plan, { turn: id }) {
    const { store } = ctx;
    const turn = await store.get(turns, id);
    if (turn) await discardTurn(ctx, turn);
    const after = await store.get(turns, id);
    if (!after) throw TurnNotFound({ turnId: id });
    return { turn: await showTurn(store, after) };
  },
});
