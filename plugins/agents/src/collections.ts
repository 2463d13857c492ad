import { defineCollection, defineCounter, type Static, T } from "@postern/core";
import { nameKey } from "@postern/core/paging";
import { Agent, Message } from "./schemas.ts";

const AgentRecord = T.Object({
  ...Agent.properties,
  /** Ranges of commit numbers in which the agent was active and receives messages. */
  hearing: T.Array(T.Object({ since: T.Integer(), until: T.Optional(T.Integer()) })),
});
export type AgentRecord = Static<typeof AgentRecord>;

/** First part of index keys, so that each filter of a list reads one range. */
export const archivedState = ({ archivedAt }: { archivedAt?: number }) =>
  archivedAt === undefined ? "open" : "archived";

export const agents = defineCollection("agents.agent", {
  schema: AgentRecord,
  key: ({ id }) => [id],
  indexes: {
    byStanding: (agent) => [archivedState(agent)],
    byName: ({ name }) => nameKey(name),
    byModel: (agent) => (agent.model === undefined ? undefined : [archivedState(agent), agent.model]),
  },
});

/** A message of a pending turn. */
const PendingMessage = T.Object({
  agentId: T.String(),
  chatId: T.String(),
  /** The two parts of the event id `number.place`, which define the order. */
  number: T.Integer(),
  place: T.Integer(),
  messageId: T.String(),
  /** Size of the message as JSON, in bytes. */
  size: T.Integer(),
  message: Message,
  /** A deleted message is kept until the turn is delivered, because it may be restored. */
  isDeleted: T.Optional(T.Boolean()),
});
export type PendingMessage = Static<typeof PendingMessage>;

export const pendingMessages = defineCollection("agents.gathered", {
  schema: PendingMessage,
  key: ({ agentId, chatId, number, place }) => [agentId, chatId, number, place],
  indexes: { byMessage: ({ chatId, messageId }) => [chatId, messageId] },
});

/** A pending turn: one agent and one chat, without the messages. Times are in Unix milliseconds. */
const PendingTurn = T.Object({
  agentId: T.String(),
  chatId: T.String(),
  /** Number of messages that are not deleted. */
  messages: T.Integer(),
  firstAt: T.Number(),
  lastAt: T.Number(),
  /** Absent while the agent is archived. */
  dueAt: T.Optional(T.Number()),
  /** Due immediately: it was flushed, or it is the rest of a turn that exceeded the limits. */
  isHurried: T.Optional(T.Boolean()),
});
export type PendingTurn = Static<typeof PendingTurn>;

/** Index value of turns without a due time. */
export const NEVER = Number.MAX_SAFE_INTEGER;

export const pendingTurns = defineCollection("agents.gathering", {
  schema: PendingTurn,
  key: ({ agentId, chatId }) => [agentId, chatId],
  indexes: {
    byDue: ({ dueAt = NEVER }) => [dueAt],
    byAgent: ({ agentId, dueAt = NEVER }) => [agentId, dueAt],
    byChat: ({ chatId }) => [chatId],
  },
});

/**
 * Since when the agent has not written in the chat after a turn, in Unix milliseconds. There is at most one record for
 * each agent and chat.
 */
export const unansweredTurns = defineCollection("agents.unanswered", {
  schema: T.Object({ agentId: T.String(), chatId: T.String(), since: T.Number() }),
  key: ({ agentId, chatId }) => [agentId, chatId],
  indexes: { byAge: ({ since }) => [since] },
});

/** Counts the pending `messages` and `chats` of each agent. */
export const pendingCounts = defineCounter("agents.waiting");

/** Agents whose pending turns must be rescheduled, with the progress of that work. */
export const reschedulings = defineCollection("agents.retiming", {
  schema: T.Object({ agentId: T.String(), isHurried: T.Optional(T.Boolean()), after: T.Optional(T.String()) }),
  key: ({ agentId }) => [agentId],
});
