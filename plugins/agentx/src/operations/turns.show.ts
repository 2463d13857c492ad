import { defineQuery, T } from "@postern/core";
import { isGranted } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { turns } from "../collections.ts";
import { TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Turn } from "../schemas.ts";
import { showTurn } from "../turn.ts";

export const turnsShow = defineQuery(group, {
  id: "agentx.turns.show",
  summary: "Show a turn of a session",
  description: "`state` is the state of the turn, and `reason` explains why it failed or was cancelled.",
  input: T.Object({ id: T.String({ minLength: 1, maxLength: 64, description: "Turn id" }) }),
  output: T.Object({ turn: described(Turn, "The turn") }),
  errors: [TurnNotFound],
  examples: [{ title: "Show a turn by id", input: { id: "turn_0123456789abcdef01234567" } }],
  narrowed: true,
  async run({ store, caller }, { id }) {
    const turn = await store.get(turns, id);
    if (!turn || !isGranted(caller, "agentx:read", turn.session, "agentx.turns.show")) throw TurnNotFound({ turn: id });
    return { turn: showTurn(turn) };
  },
});
