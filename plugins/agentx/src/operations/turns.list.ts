import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/kit/paging";
import { turns } from "../collections.ts";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { SessionName, Turn } from "../schemas.ts";
import { findSession, idOf } from "../session.ts";
import { showTurn } from "../turn.ts";

const Turns = listOf("turns", Turn, {
  id: "id",
  session: ["id", 2],
  state: "status",
  createdAt: "ago",
  finishedAt: ["ago", 1],
  stopReason: ["plain", 3],
  reason: ["text", 1],
});

export const turnsList = defineQuery(group, {
  id: "agentx.turns.list",
  summary: "List the turns of a session in order",
  description: "A turn is one prompt and the agent's work on it. Filter by `state`.",
  input: T.Object({ session: SessionName, state: T.Optional(Turn.properties.state), ...Turns.fields }),
  output: Turns.output,
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "Waiting turns", input: { session: "agentx-0123456789abcdef01234567", state: "waiting" } }],
  resource: ({ session }) => idOf(session),
  async run({ store }, { session: named, state, ...page }) {
    const { id } = await findSession(store, named);
    const place =
      state === undefined
        ? { by: "bySession" as const, prefix: [id] }
        : { by: "byState" as const, prefix: [id, state] };
    return Turns.answer(page, within(store.unchecked, turns, place), showTurn);
  },
});
