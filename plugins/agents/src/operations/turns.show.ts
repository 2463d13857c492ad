import { defineQuery, T } from "@postern/core";
import { agentOf } from "../agent.ts";
import { AgentNotFound, TurnNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentId, ChatId, Turn } from "../schemas.ts";
import { gatheringOf, MOST_NAMED, messageIdsOf, showTurn } from "../turns/show.ts";

export const turnsShow = defineQuery(group, {
  id: "agents.turns.show",
  summary: "Show what waits for an agent of one chat",
  description: "It names the messages without their contents, which `chats.messages.show` shows.",
  input: T.Object({ id: AgentId, chatId: ChatId }),
  output: T.Object({
    turn: T.Object(
      {
        ...Turn.properties,
        messageIds: T.Array(T.String(), { description: `In order, at most the first ${MOST_NAMED}` }),
      },
      { description: "The turn" },
    ),
  }),
  errors: [AgentNotFound, TurnNotFound],
  examples: [{ title: "One chat", input: { id: "main", chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async run({ store }, { id, chatId }) {
    await agentOf(store, id);
    const gathering = await gatheringOf(store, id, chatId);
    // A query reads one moment, so a unchecked is exact.
    const messageIds = await messageIdsOf(store.unchecked, gathering);
    return { turn: { ...(await showTurn(store, gathering)), messageIds } };
  },
});
