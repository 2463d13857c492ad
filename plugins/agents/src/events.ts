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
export const agentUnarchived = defineEvent("agents.agent.unarchived", agentIs("restored from the archive"));

/** Carries message contents, so it needs a scope of its own. */
export const turnReady = defineEvent("agents.turn.ready", {
  summary: "A turn of an agent is ready, with the messages of one chat in order",
  scope: "agents:turns",
  data: T.Object({
    agentId: T.String({ description: "Agent id" }),
    chatId: T.String({ description: "Chat id" }),
    messages: T.Array(Message, { description: "Messages of the turn, in order" }),
  }),
  subject,
});

export const turnDiscarded = defineEvent("agents.turn.discarded", {
  summary: "Pending messages for an agent were discarded",
  data: T.Object({
    agentId: T.String({ description: "Agent id" }),
    chatId: T.String({ description: "Chat id" }),
    messages: T.Integer({ description: "Number of messages that were discarded" }),
  }),
  subject,
});
