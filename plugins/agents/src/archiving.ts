import { omitUndefined, type Reads, T, type Transacting } from "@postern/core";
import { described } from "@postern/kit/fields";
import { endActiveRange, startActiveRange } from "./active-ranges.ts";
import { findAgent, showAgent } from "./agent.ts";
import { agents } from "./collections.ts";
import { AgentNotFound } from "./errors.ts";
import { agentArchived, agentUnarchived } from "./events.ts";
import { Agent, AgentRef } from "./schemas.ts";
import { reschedule } from "./turns/reschedule.ts";

/** The shared part of the archive and unarchive operations. An archived agent receives no messages. */
export const archiving = (isArchived: boolean) => ({
  input: T.Object({ id: AgentRef }),
  output: T.Object({ agent: described(Agent, "Agent after the change") }),
  errors: [AgentNotFound],
  resource: ({ id }: { id: string }) => id,
  async plan({ store }: { store: Reads }, { id }: { id: string }) {
    await findAgent(store, id);
    return { summary: `${isArchived ? "Archive" : "Restore"} the agent ${id}` };
  },
  async undo({ store }: { store: Reads }, _plan: unknown, { id }: { id: string }) {
    if (isArchived === ((await findAgent(store, id)).archivedAt !== undefined)) return undefined;
    return { operation: isArchived ? "agents.unarchive" : "agents.archive", input: { id } };
  },
  async execute({ store, now, number, emit }: Transacting, _plan: unknown, { id }: { id: string }) {
    const before = await findAgent(store, id);
    if (isArchived === (before.archivedAt !== undefined)) return { agent: showAgent(before) };
    const hearing = isArchived ? endActiveRange(before.hearing, number) : startActiveRange(before.hearing, number);
    const record = omitUndefined({ ...before, updatedAt: now, archivedAt: isArchived ? now : undefined, hearing });
    await store.put(agents, record);
    await reschedule(store, id);
    const agent = showAgent(record);
    emit(isArchived ? agentArchived : agentUnarchived, { agent });
    return { agent };
  },
});
