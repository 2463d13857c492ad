import { oneOf, type Static, T } from "@postern/core";
import { described, numeric, refersTo } from "@postern/kit/fields";

export const NewResponderId = T.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$", description: "Id of the responder" });
/** An existing responder. */
export const ResponderId = refersTo(NewResponderId, { list: "responders.list" });
export const KindId = T.String({
  pattern: "^[a-z0-9][a-z0-9._-]{0,62}$",
  description: "Kind of the responder; see responders.kinds",
});
export const AgentId = refersTo(
  T.String({ minLength: 1, maxLength: 128, pattern: "^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$", description: "Agent id" }),
  { list: "agents.list", names: ["name"] },
);
export const Agents = T.Array(AgentId, {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Agents whose turns it answers",
});
export const Config = T.Record(T.String({ minLength: 1, maxLength: 128 }), T.Unknown(), {
  description: "Configuration of its kind; see responders.kinds",
});
export const ConnectionText = T.String({
  maxLength: 128,
  description: "Id or name of the credential connection that holds the secret; empty for none",
});
export const Scopes = T.Array(T.String({ minLength: 1, maxLength: 256 }), {
  maxItems: 100,
  uniqueItems: true,
  description: "Grants for the operations that it may call as tools, such as tasks:write; none by default",
});
export const Concurrency = numeric({
  minimum: 1,
  maximum: 100,
  description: "Number of chats that it answers at the same time, for each gateway process",
});

const most = (what: string) => numeric({ maximum: 1_000_000_000_000, description: `Maximum ${what} a day (UTC)` });
const price = (what: string) =>
  numeric({ maximum: 1_000_000, decimals: true, description: `Price of a million ${what} tokens` });
export const Budget = T.Object(
  {
    turns: T.Optional(most("number of turns")),
    tokens: T.Optional(most("number of tokens")),
    cost: T.Optional(
      numeric({ maximum: 1_000_000_000, decimals: true, description: "Maximum cost a day (UTC), in your currency" }),
    ),
    inputPrice: T.Optional(price("input")),
    outputPrice: T.Optional(price("output")),
  },
  { additionalProperties: false, description: "Daily limits; none by default. Prices are needed for `cost`" },
);
/** A budget as it is stored: numbers only. */
export const StoredBudget = T.Object({
  turns: T.Optional(T.Number({ description: "Maximum number of turns a day" })),
  tokens: T.Optional(T.Number({ description: "Maximum number of tokens a day" })),
  cost: T.Optional(T.Number({ description: "Maximum cost a day" })),
  inputPrice: T.Optional(T.Number({ description: "Price of a million input tokens" })),
  outputPrice: T.Optional(T.Number({ description: "Price of a million output tokens" })),
});
export type StoredBudget = Static<typeof StoredBudget>;

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

/** What was used on one day, including what is reserved. */
export const Usage = T.Object({
  day: T.String({ description: "Day (UTC), such as 2026-01-31" }),
  turns: T.Integer({ description: "Number of turns" }),
  tokens: T.Integer({ description: "Number of tokens, including reserved ones" }),
  cost: T.Number({ description: "Cost, including reservations; 0 without prices" }),
});
export type Usage = Static<typeof Usage>;

/** The daily limits of an agent, whoever answers its turns. */
export const AgentBudget = T.Object({
  agent: T.String({ description: "Agent id" }),
  turns: T.Optional(T.Number({ description: "Maximum number of turns a day" })),
  tokens: T.Optional(T.Number({ description: "Maximum number of tokens a day" })),
  cost: T.Optional(T.Number({ description: "Maximum cost a day" })),
  usage: described(Usage, "Today's use"),
});
export type AgentBudget = Static<typeof AgentBudget>;

export const Status = oneOf("enabled", "disabled");

export const Responder = T.Object({
  id: T.String({ description: "Id of the responder" }),
  kind: T.String({ description: "Kind of the responder" }),
  status: described(Status, "Whether it answers turns"),
  agents: T.Array(T.String(), { description: "Agents whose turns it answers" }),
  config: T.Record(T.String(), T.Unknown(), { description: "Configuration of its kind" }),
  connection: T.Optional(T.String({ description: "Credential connection that holds the secret" })),
  scopes: T.Array(T.String(), { description: "Grants for the operations that it may call as tools" }),
  contextId: T.Optional(T.String({ description: "Context as which it calls tools" })),
  concurrency: T.Integer({ description: "Number of chats that it answers at the same time" }),
  budget: T.Optional(described(StoredBudget, "Daily limits")),
  ownerId: T.Optional(T.String({ description: "Who created it" })),
  createdAt: time("When it was created"),
  updatedAt: time("When it was last changed"),
});
export type Responder = Static<typeof Responder>;

export const ShownResponder = T.Object({
  ...Responder.properties,
  usage: described(Usage, "Today's use"),
  lastAnswerAt: T.Optional(time("When it last answered a turn")),
  lastError: T.Optional(T.String({ description: "Why its last failed attempt failed" })),
  lastErrorAt: T.Optional(time("When its last attempt failed")),
  problem: T.Optional(T.String({ description: "Why it cannot answer turns at the moment" })),
});
export type ShownResponder = Static<typeof ShownResponder>;

export const KindInfo = T.Object({
  id: T.String({ description: "Id of the kind" }),
  title: T.String({ description: "Title of the kind" }),
  description: T.String({ description: "Description of the kind" }),
  fields: T.Array(
    T.Object({
      name: T.String({ description: "Name of the field" }),
      type: T.String({ description: "Type of its value" }),
      required: T.Boolean({ description: "Whether it is required" }),
      secret: T.Boolean({ description: "Whether it names a secret" }),
      description: T.String({ description: "Meaning of the field" }),
    }),
    { description: "Fields of responders of the kind" },
  ),
  config: T.Record(T.String(), T.Unknown(), { description: "JSON Schema of its configuration" }),
});
export type KindInfo = Static<typeof KindInfo>;
