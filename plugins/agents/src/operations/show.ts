import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { agentOf, showAgent } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Agent, AgentId, Waiting } from "../schemas.ts";
import { waitingFor } from "../turns/show.ts";

export const show = defineQuery(group, {
  id: "agents.show",
  summary: "Show an agent, and how much waits for it",
  description:
    "`waiting` counts the messages and chats that the agent has not been given yet, and says when the next turn is due.",
  input: T.Object({ id: AgentId }),
  output: T.Object({
    agent: T.Object(
      { ...Agent.properties, waiting: described(Waiting, "What waits for the next turn") },
      { description: "The agent" },
    ),
  }),
  errors: [AgentNotFound],
  examples: [{ title: "One agent", input: { id: "main" } }],
  resource: ({ id }) => id,
  async run({ store }, { id }) {
    const agent = await agentOf(store, id);
    return { agent: { ...showAgent(agent), waiting: await waitingFor(store, agent) } };
  },
});
