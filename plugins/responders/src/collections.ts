import { defineCollection, defineCounter, type Static, T } from "@postern/core";
import { Responder, Usage } from "./schemas.ts";

const ResponderRecord = T.Object({
  ...Responder.properties,
  /** Whether an admin has named its server: then the server may be at a private address. */
  isPrivate: T.Optional(T.Boolean()),
});
export type ResponderRecord = Static<typeof ResponderRecord>;

export const responders = defineCollection("responders.responder", {
  schema: ResponderRecord,
  key: ({ id }) => [id],
  indexes: { byStatus: ({ status }) => [status], byAgent: ({ agents }) => agents.map((agent) => [agent]) },
});

/** Increased by each change of a responder, so that every process notices it. */
export const responderChanges = defineCounter("responders.changes");

/** What a responder or an agent used on a day. Cost is in millionths. */
const UsageRecord = T.Object({ ...Usage.properties, subject: T.String() });
export type UsageRecord = Static<typeof UsageRecord>;

export const usages = defineCollection("responders.usage", {
  schema: UsageRecord,
  key: ({ subject, day }) => [subject, day],
  indexes: { byDay: ({ day }) => [day] },
});

/** The daily limits of agents, whoever answers their turns. */
export const agentBudgets = defineCollection("responders.agent-budget", {
  schema: T.Object({
    agent: T.String(),
    turns: T.Optional(T.Number()),
    tokens: T.Optional(T.Number()),
    cost: T.Optional(T.Number()),
  }),
  key: ({ agent }) => [agent],
});

/** How the attempts of a responder went. */
export const outcomes = defineCollection("responders.outcome", {
  schema: T.Object({
    responder: T.String(),
    lastAnswerAt: T.Optional(T.Number()),
    lastError: T.Optional(T.String()),
    lastErrorAt: T.Optional(T.Number()),
  }),
  key: ({ responder }) => [responder],
});

/** Short texts about chats that a kind needs later, such as the id of a session. */
export const memories = defineCollection("responders.memory", {
  schema: T.Object({ responder: T.String(), chatId: T.String(), value: T.String() }),
  key: ({ responder, chatId }) => [responder, chatId],
});
