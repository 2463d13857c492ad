import { defineCollection, defineCounter, type Static, T } from "@postern/core";
import { Agent, Message } from "./schemas.ts";

const AgentRecord = T.Object({
  ...Agent.properties,
  /** Numbers of the commits from which on, and up to which, what is said in its chats is for it. */
  hearing: T.Array(T.Object({ since: T.Integer(), until: T.Optional(T.Integer()) })),
});
export type AgentRecord = Static<typeof AgentRecord>;

/** Apart from the archived ones, so that each filter of a list is one range. */
export const standing = ({ archivedAt }: { archivedAt?: number }) => (archivedAt === undefined ? "open" : "archived");

export const agents = defineCollection("agents.agent", {
  schema: AgentRecord,
  key: ({ id }) => [id],
  indexes: {
    byStanding: (agent) => [standing(agent)],
    byModel: (agent) => (agent.model === undefined ? undefined : [standing(agent), agent.model]),
  },
});

/** A message that waits for an agent. */
const GatheredRecord = T.Object({
  agentId: T.String(),
  chatId: T.String(),
  /** The id of the event that told of it is `number.place`: its place in the order. */
  number: T.Integer(),
  place: T.Integer(),
  messageId: T.String(),
  /** Bytes of it as JSON. */
  size: T.Integer(),
  message: Message,
  /** It stays until the others go, for it may be restored. */
  isDeleted: T.Optional(T.Boolean()),
});
export type GatheredRecord = Static<typeof GatheredRecord>;

export const gathered = defineCollection("agents.gathered", {
  schema: GatheredRecord,
  key: ({ agentId, chatId, number, place }) => [agentId, chatId, number, place],
  indexes: { byMessage: ({ chatId, messageId }) => [chatId, messageId] },
});

/** What is gathered of one chat, apart from the messages themselves. Times are Unix milliseconds. */
const GatheringRecord = T.Object({
  agentId: T.String(),
  chatId: T.String(),
  /** Deleted ones left out. */
  messages: T.Integer(),
  firstAt: T.Number(),
  lastAt: T.Number(),
  /** Absent while the agent is archived. */
  dueAt: T.Optional(T.Number()),
  /** Due whatever the rule says: somebody asked for it, or it is the rest of a turn that was too big. */
  isHurried: T.Optional(T.Boolean()),
});
export type GatheringRecord = Static<typeof GatheringRecord>;

/** Where those stand that are not due before something changes. */
export const NEVER = Number.MAX_SAFE_INTEGER;

export const gatherings = defineCollection("agents.gathering", {
  schema: GatheringRecord,
  key: ({ agentId, chatId }) => [agentId, chatId],
  indexes: {
    byDue: ({ dueAt = NEVER }) => [dueAt],
    byAgent: ({ agentId, dueAt = NEVER }) => [agentId, dueAt],
    byChat: ({ chatId }) => [chatId],
  },
});

/** What waits for an agent: below its id `messages`, and the `chats` that they are of. */
export const waiting = defineCounter("agents.waiting");

/** Agents whose gatherings are to be timed anew, and how far that has come. */
export const retimings = defineCollection("agents.retiming", {
  schema: T.Object({ agentId: T.String(), isHurried: T.Optional(T.Boolean()), after: T.Optional(T.String()) }),
  key: ({ agentId }) => [agentId],
});
