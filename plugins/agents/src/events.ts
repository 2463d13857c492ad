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

const turn = {
  turnId: T.String({ description: "Turn id" }),
  agentId: T.String({ description: "Agent id" }),
  chatId: T.String({ description: "Chat id" }),
};
const Attempts = T.Integer({ description: "How often the turn was claimed" });

/** Carries message contents, so it needs a scope of its own. */
export const turnReady = defineEvent("agents.turn.ready", {
  summary: "A turn of an agent is ready, with the messages of one chat in order",
  scope: "agents:turns",
  data: T.Object({ ...turn, messages: T.Array(Message, { description: "Messages of the turn, in order" }) }),
  subject,
});

export const turnClaimed = defineEvent("agents.turn.claimed", {
  summary: "A turn was claimed to be answered",
  data: T.Object({ ...turn, attempt: Attempts }),
  subject,
});

export const turnAnswered = defineEvent("agents.turn.answered", {
  summary: "A turn was answered",
  data: T.Object({
    ...turn,
    messageId: T.Optional(T.String({ description: "Message that answers the turn; absent if there is none" })),
  }),
  subject,
});

export const turnFailed = defineEvent("agents.turn.failed", {
  summary: "A turn could not be answered and is not tried again",
  data: T.Object({ ...turn, attempts: Attempts, reason: T.String({ description: "Why the last attempt failed" }) }),
  subject,
});

export const turnExpired = defineEvent("agents.turn.expired", {
  summary: "A turn was not claimed in time",
  data: T.Object(turn),
  subject,
});

export const turnDiscarded = defineEvent("agents.turn.discarded", {
  summary: "Messages for an agent were discarded without an answer",
  data: T.Object({ ...turn, messages: T.Integer({ description: "Number of messages that were discarded" }) }),
  subject,
});
