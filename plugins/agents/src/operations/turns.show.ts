import { defineQuery, T } from "@postern/core";
import { TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Turn, TurnRef } from "../schemas.ts";
import { findTurn, MAX_IDS, messageIdsOf, showTurn } from "../turns/show.ts";

export const turnsShow = defineQuery(group, {
  id: "agents.turns.show",
  summary: "Show a turn",
  description: "The answer lists message ids. Show the contents with `chats.messages.show`.",
  input: T.Object({ turn: TurnRef }),
  narrowed: true,
  output: T.Object({
    turn: T.Object(
      {
        ...Turn.properties,
        messageIds: T.Array(T.String(), {
          description: `Ids of its messages in order, at most the first ${MAX_IDS}`,
        }),
      },
      { description: "The turn with its message ids" },
    ),
  }),
  errors: [TurnNotFound],
  examples: [{ title: "Show a turn", input: { turn: "turn_0123456789abcdef01234567" } }],
  async run(ctx, { turn: id }) {
    const { store } = ctx;
    const turn = await findTurn(ctx, id, { scope: "agents:read", id: "agents.turns.show" });
    // A query reads one snapshot, so unchecked reads are exact.
    return { turn: { ...(await showTurn(store, turn)), messageIds: await messageIdsOf(store.unchecked, turn) } };
  },
});
