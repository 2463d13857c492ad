import { defineCommand, T } from "@postern/core";
import { agentOf, shelveAgent } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Agent, AgentId } from "../schemas.ts";

export const archive = defineCommand(group, {
  id: "agents.archive",
  summary: "Archive an agent: it has no turns",
  description:
    "What is said while it is archived is not for it. What waited is kept until it is taken back, or discarded. An archived one stays as it is.",
  input: T.Object({ id: AgentId }),
  output: T.Object({ agent: Agent }),
  errors: [AgentNotFound],
  examples: [{ title: "One agent", input: { id: "main" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    await agentOf(store, id);
    return { summary: `Archive the agent ${id}` };
  },
  execute: (ctx, _plan, { id }) => shelveAgent(ctx, id, true),
});
