import { defineCollection, defineCounter, defineRecord, type Static, T } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import type { LeaderLease } from "@postern/kit/queue";
import { Agent, Message, OpenStatus, TurnCause } from "./schemas.ts";

const AgentRecord = T.Object({
  ...Agent.properties,
  /** The context that created it here. Absent in records from before creators were stored. */
  createdBy: T.Optional(T.String()),
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
    byCreator: ({ createdBy, id }) => (createdBy === undefined ? undefined : [createdBy, id]),
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
  cause: T.Optional(TurnCause),
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
  /** The id that the turn keeps until its end. */
  id: T.String(),
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
    /** Records of version 1 have no id until they are migrated, which happens after their index is built. */
    byId: ({ id }: { id?: string }) => (id === undefined ? undefined : [id]),
  },
  unique: ["byId"],
});

/** A turn that is no longer pending, without its messages. Times are in Unix milliseconds. */
const TurnRecord = T.Object({
  id: T.String(),
  agentId: T.String(),
  chatId: T.String(),
  status: OpenStatus,
  messages: T.Integer(),
  firstAt: T.Number(),
  lastAt: T.Number(),
  readyAt: T.Number(),
  /** The two parts of the event id of its first message, which define the order of the turns of a chat. */
  number: T.Integer(),
  place: T.Integer(),
  cause: T.Optional(TurnCause),
  /** How often it was claimed. */
  attempts: T.Integer(),
  /** Since when it can be claimed. Only the first open turn of a chat has it, and only while it is ready. */
  dueAt: T.Optional(T.Number()),
  /** The time before which it is not claimed again. */
  retryAt: T.Optional(T.Number()),
  claim: T.Optional(T.String()),
  leaseMs: T.Optional(T.Integer()),
  leaseEndsAt: T.Optional(T.Number()),
  /** The context that has claimed it, absent for a responder of this gateway. */
  claimedBy: T.Optional(T.String()),
  finishedAt: T.Optional(T.Number()),
  /** Why the last attempt failed. */
  reason: T.Optional(T.String()),
  /** The answer, and its digest, by which a repeated answer is recognized. */
  messageId: T.Optional(T.String()),
  answer: T.Optional(T.String()),
});
export type TurnRecord = Static<typeof TurnRecord>;

/** Whether a turn still waits for its answer. */
export const isOpen = ({ status }: Pick<TurnRecord, "status">): boolean => status === "ready" || status === "claimed";

export const turns = defineCollection("agents.turn", {
  schema: TurnRecord,
  key: ({ id }) => [id],
  indexes: {
    byLane: (turn) =>
      isOpen(turn)
        ? [turn.agentId, turn.chatId, turn.status === "claimed" ? 0 : 1, turn.number, turn.place]
        : undefined,
    byDue: ({ agentId, dueAt, number, place }) => (dueAt === undefined ? undefined : [agentId, dueAt, number, place]),
    byDueOfAll: ({ dueAt, number, place }) => (dueAt === undefined ? undefined : [dueAt, number, place]),
    byLease: ({ leaseEndsAt }) => (leaseEndsAt === undefined ? undefined : [leaseEndsAt]),
    /** Each filter of a list reads one range: `[which, …values, readyAt]`. */
    byView: ({ agentId, chatId, status, readyAt }) => [
      ["all", readyAt],
      ["status", status, readyAt],
      ["agent", agentId, readyAt],
      ["agent+status", agentId, status, readyAt],
      ["chat", chatId, readyAt],
    ],
  },
});

/** The messages of a turn, stored apart so that lists do not read them. Of a finished turn only their ids are kept. */
export const turnContents = defineCollection("agents.turn-content", {
  schema: T.Object({ turnId: T.String(), messageIds: T.Array(T.String()), messages: T.Optional(T.Array(Message)) }),
  key: ({ turnId }) => [turnId],
});

/** Since when an agent had not answered, in stores of version 1. */
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

/** Which process returns, expires and deletes turns. */
export const claimsLease = defineRecord<LeaderLease>("agents.claims-lease");

/** Which process delivers pending turns. */
export const turnsLease = defineRecord<LeaderLease>("agents.turns-lease");
