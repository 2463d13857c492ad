import { defineQuery, type Reads, T } from "@postern/core";
import { limitToGrants, listOf, listSource, type Source, within } from "@postern/core/paging";
import { type PendingTurn, pendingTurns } from "../collections.ts";
import { group } from "../group.ts";
import { AgentRef, ChatId, Turn } from "../schemas.ts";
import { showTurn } from "../turns/show.ts";

const Turns = listOf("turns", Turn, {
  agentId: "id",
  chatId: "id",
  messages: "plain",
  lastAt: ["ago", 1],
  dueAt: "ago",
});

export const turnsList = defineQuery(group, {
  id: "agents.turns.list",
  summary: "List pending turns by due time",
  description: "There is one entry per agent and chat. Turns of archived agents are not due and come last.",
  input: T.Object({ agent: T.Optional(AgentRef), chat: T.Optional(ChatId), ...Turns.fields }),
  narrowed: true,
  output: Turns.output,
  examples: [{ title: "Pending turns of one agent", input: { agent: "main" } }],
  resource: ({ agent }) => agent,
  async run({ store, caller }, { agent, chat, ...page }) {
    // A query reads one snapshot and commits nothing, so unchecked reads are exact, and an offset costs no reads.
    const { unchecked } = store;
    return Turns.answer(
      page,
      limitToGrants(await sourceOf(unchecked, agent, chat), caller, "agents.turns.list", ({ agentId }) => agentId),
      (one) => showTurn(unchecked, one),
    );
  },
});

async function sourceOf(store: Reads, agent?: string, chat?: string): Promise<Source<PendingTurn>> {
  if (agent !== undefined && chat !== undefined) {
    const one = await store.get(pendingTurns, agent, chat);
    return listSource(one ? [one] : []);
  }
  if (agent !== undefined) return within(store, pendingTurns, { by: "byAgent", prefix: [agent] });
  return within(store, pendingTurns, chat === undefined ? { by: "byDue" } : { by: "byChat", prefix: [chat] });
}
