import { defineQuery, T } from "@postern/core";
import { findAgent } from "../agent.ts";
import { AgentNotFound, TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentRef, ChatId, Turn } from "../schemas.ts";
import { findPendingTurn, MAX_IDS, messageIdsOf, showTurn } from "../turns/show.ts";

export const turnsShow = defineQuery(group, {
  id: "agents.turns.show",
  summary: "Show the pending turn of an agent for one chat",
  description: "The answer lists message ids. Show the contents with `chats.messages.show`.",
  input: T.Object({ id: AgentRef, chatId: ChatId }),
  output: T.Object({
    turn: T.Object(
      {
        ...Turn.properties,
        messageIds: T.Array(T.String(), {
          description: `Ids of the pending messages in order, at most the first ${MAX_IDS}`,
        }),
      },
      { description: "Pending turn with its message ids" },
    ),
  }),
  errors: [AgentNotFound, TurnNotFound],
  examples: [{ title: "Show a pending turn", input: { id: "main", chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async run({ store }, { id, chatId }) {
    await findAgent(store, id);
    const pending = await findPendingTurn(store, id, chatId);
    // A query reads one snapshot, so unchecked reads are exact.
    const messageIds = await messageIdsOf(store.unchecked, pending);
    return { turn: { ...(await showTurn(store, pending)), messageIds } };
  },
});
