import { defineCommand, T } from "@postern/core";
import { agentOf, shelveAgent } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Agent, AgentId } from "../schemas.ts";

export const unarchive = defineCommand(group, {
  id: "agents.unarchive",
  summary: "Take an agent back from the archive",
  description: "What waited when it was archived is handed over. One that is not archived stays as it is.",
  input: T.Object({ id: AgentId }),
  output: T.Object({ agent: Agent }),
  errors: [AgentNotFound],
  examples: [{ title: "One agent", input: { id: "main" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    await agentOf(store, id);
    return { summary: `Unarchive the agent ${id}` };
  },
  execute: (ctx, _plan, { id }) => shelveAgent(ctx, id, false),
});
