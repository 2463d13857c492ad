import { defineCollection, defineCounter, type Static, T } from "@postern/core";
import { Responder } from "./schemas.ts";

const ResponderRecord = T.Object({
  ...Responder.properties,
  /** Whether an admin has named its server: then the server may be at a private address. */
  isPrivate: T.Optional(T.Boolean()),
  /** The context whose rights it has. */
  createdBy: T.Optional(T.String()),
});
export type ResponderRecord = Static<typeof ResponderRecord>;

export const responders = defineCollection("responders.responder", {
  schema: ResponderRecord,
  key: ({ id }) => [id],
  indexes: {
    byAgent: ({ agents }) => agents.map((agent) => [agent]),
    byCreator: ({ createdBy, id }) => (createdBy === undefined ? undefined : [createdBy, id]),
  },
});

/** Maximum number of responders. Every process reads all of them. */
export const MAX_COUNT = 200;

/** Increased by each change of a responder, so that every process notices it. */
export const responderChanges = defineCounter("responders.changes");

/**
 * What responders and agents used, by subject, slot and `turns`, `tokens` or `cost` (in millionths). Counters, because
 * all answers add to them at the same time.
 */
export const used = defineCounter("responders.used");

/** The day whose use a slot counts. Two days in a row have different slots, which are used again. */
export const usageDays = defineCollection("responders.usage-day", {
  schema: T.Object({ subject: T.String(), slot: T.Integer(), day: T.String() }),
  key: ({ subject, slot }) => [subject, slot],
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
