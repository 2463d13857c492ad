import { defineEvent, T } from "@postern/core";
import { Agent, Message } from "./schemas.ts";

const agentIs = (past: string) => ({
  summary: `An agent was ${past}`,
  data: T.Object({ agent: Agent }),
  subject: ({ agent }: { agent: { id: string } }) => agent.id,
});
const subject = ({ agentId }: { agentId: string }) => agentId;

export const agentCreated = defineEvent("agents.agent.created", agentIs("created"));
export const agentUpdated = defineEvent("agents.agent.updated", agentIs("changed"));
export const agentArchived = defineEvent("agents.agent.archived", agentIs("archived"));
export const agentUnarchived = defineEvent("agents.agent.unarchived", agentIs("taken back from the archive"));

/** Carries what was said, so it asks for more than to see agents. */
export const turnReady = defineEvent("agents.turn.ready", {
  summary: "It is an agent's turn: these messages of one chat are handed over to it, in order",
  scope: "agents:turns",
  data: T.Object({ agentId: T.String(), chatId: T.String(), messages: T.Array(Message) }),
  subject,
});

export const turnDiscarded = defineEvent("agents.turn.discarded", {
  summary: "Messages of a chat that waited for an agent were given up",
  data: T.Object({ agentId: T.String(), chatId: T.String(), messages: T.Integer() }),
  subject,
});
