import { defineCommand, T } from "@postern/core";
import { agentOf, showAgent } from "../agent.ts";
import { agents } from "../collections.ts";
import { AgentNotFound } from "../errors.ts";
import { agentUnarchived } from "../events.ts";
import { group } from "../group.ts";
import { reopened } from "../hearing.ts";
import { Agent, AgentId } from "../schemas.ts";
import { retime } from "../turns/retime.ts";

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
  async execute({ store, now, number, emit }, _plan, { id }) {
    const before = await agentOf(store, id);
    if (before.archivedAt === undefined) return { agent: showAgent(before) };
    const { archivedAt: _, ...rest } = before;
    const record = { ...rest, updatedAt: now, hearing: reopened(before.hearing, number) };
    await store.put(agents, record);
    await retime(store, id);
    const agent = showAgent(record);
    emit(agentUnarchived, { agent });
    return { agent };
  },
});
