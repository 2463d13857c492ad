import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { findAgent, showAgent } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Agent, AgentRef, Waiting } from "../schemas.ts";
import { pendingTotals } from "../turns/show.ts";

export const show = defineQuery(group, {
  id: "agents.show",
  summary: "Show an agent with its pending messages",
  description: "`waiting` counts pending messages and chats, and says when the next turn is due.",
  input: T.Object({ id: AgentRef }),
  output: T.Object({
    agent: T.Object(
      { ...Agent.properties, waiting: described(Waiting, "Totals of the pending turns") },
      { description: "Agent with its pending messages" },
    ),
  }),
  errors: [AgentNotFound],
  examples: [{ title: "Show an agent", input: { id: "main" } }],
  resource: ({ id }) => id,
  async run({ store }, { id }) {
    const agent = await findAgent(store, id);
    return { agent: { ...showAgent(agent), waiting: await pendingTotals(store, agent) } };
  },
});
