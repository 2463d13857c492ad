import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { findAgent, showAgent } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Agent, AgentRef, Unanswered, Waiting } from "../schemas.ts";
import { pendingTotals, unansweredTotals } from "../turns/show.ts";

export const show = defineQuery(group, {
  id: "agents.show",
  summary: "Show an agent with its pending messages and unanswered turns",
  description:
    "`waiting` counts pending messages and chats, with the time of the next turn. `unanswered` counts turns without an answer.",
  input: T.Object({ id: AgentRef }),
  output: T.Object({
    agent: T.Object(
      {
        ...Agent.properties,
        waiting: described(Waiting, "Totals of the pending turns"),
        unanswered: described(Unanswered, "Totals of the turns that wait for an answer"),
      },
      { description: "Agent with its pending messages and unanswered turns" },
    ),
  }),
  errors: [AgentNotFound],
  examples: [{ title: "Show an agent", input: { id: "main" } }],
  resource: ({ id }) => id,
  async run({ store }, { id }) {
    const agent = await findAgent(store, id);
    const [waiting, unanswered] = [await pendingTotals(store, agent), await unansweredTotals(store, agent)];
    return { agent: { ...showAgent(agent), waiting, unanswered } };
  },
});
