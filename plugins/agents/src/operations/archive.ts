import { defineCommand, T } from "@postern/core";
import { agentOf, showAgent } from "../agent.ts";
import { agents } from "../collections.ts";
import { AgentNotFound } from "../errors.ts";
import { agentArchived } from "../events.ts";
import { group } from "../group.ts";
import { closed } from "../hearing.ts";
import { Agent, AgentId } from "../schemas.ts";
import { retime } from "../turns/retime.ts";

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
  async execute({ store, now, number, emit }, _plan, { id }) {
    const before = await agentOf(store, id);
    if (before.archivedAt !== undefined) return { agent: showAgent(before) };
    const record = { ...before, archivedAt: now, updatedAt: now, hearing: closed(before.hearing, number) };
    await store.put(agents, record);
    await retime(store, id);
    const agent = showAgent(record);
    emit(agentArchived, { agent });
    return { agent };
  },
});
