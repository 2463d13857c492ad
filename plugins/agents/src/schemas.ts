import { oneOf, type Static, T } from "@postern/core";
import { absolutePath, described, numeric, numericText, refersTo } from "@postern/kit/fields";
import { Speech } from "./speech.ts";

export const AgentId = T.String({
  minLength: 1,
  maxLength: 128,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$",
  description: "Agent id",
});
/** An existing agent. */
export const AgentRef = refersTo(AgentId, { list: "agents.list", names: ["name"] });
export const ChatId = refersTo(T.String({ minLength: 1, maxLength: 128, description: "Chat id" }), {
  list: "chats.list",
  names: ["title"],
});
export const Name = T.String({ maxLength: 200, description: "Display name; empty for none" });
export const Description = T.String({ maxLength: 2000, description: "Description of the agent; empty for none" });
export const Cwd = absolutePath({
  maxLength: 4096,
  description: "Absolute path of the agent's working folder; empty for none. Its existence is not checked",
});
export const Model = T.String({ maxLength: 128, description: "Language model of the agent; empty for none" });
export const Instructions = T.String({
  maxLength: 50_000,
  description:
    "Instructions for the model of a responder (its system prompt); empty for none. Must not contain secrets",
});
export const Defaults = T.Object(
  { speech: T.Optional(described(Speech, "Defaults for speech requests")) },
  { additionalProperties: false, description: "Defaults for requests of the agent; {} for none" },
);

/** Ten minutes. */
const MAX_DEBOUNCE = 600_000;
const debounce = {
  maximum: MAX_DEBOUNCE,
  description:
    "Milliseconds without a new message before the messages of a chat are delivered; 0 delivers each message immediately",
};
export const Debounce = numeric(debounce);
export const DebounceText = numericText(debounce);

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

export const Agent = T.Object({
  id: T.String({ description: "Agent id" }),
  name: T.Optional(T.String({ description: "Display name" })),
  description: T.Optional(T.String({ description: "Description of the agent" })),
  cwd: T.Optional(T.String({ description: "Absolute path of the working folder" })),
  model: T.Optional(T.String({ description: "Language model of the agent" })),
  instructions: T.Optional(T.String({ description: "Instructions for the model of a responder" })),
  debounceMs: T.Integer({ description: "Debounce time in milliseconds; 0 if messages are delivered immediately" }),
  defaults: T.Optional(Defaults),
  createdAt: time("When the agent was created"),
  updatedAt: time("When the agent was last changed"),
  archivedAt: T.Optional(time("When the agent was archived")),
});
export type Agent = Static<typeof Agent>;

/** Totals of an agent's pending turns. */
export const Waiting = T.Object({
  messages: T.Integer({ description: "Number of pending messages" }),
  chats: T.Integer({ description: "Number of chats with a pending turn" }),
  dueAt: T.Optional(time("When the next turn is due; absent if none is due")),
});
export type Waiting = Static<typeof Waiting>;

/** An id of 24 hex digits, as the kernel makes them. */
export const TurnId = T.String({ pattern: "^turn_[0-9a-f]{24}$", description: "Turn id" });
/** An existing turn. */
export const TurnRef = refersTo(TurnId, { list: "agents.turns.list" });

/** States of a turn that is no longer pending. */
export const OpenStatus = oneOf("ready", "claimed", "answered", "failed", "expired", "discarded");
export const TurnStatus = oneOf("pending", "ready", "claimed", "answered", "failed", "expired", "discarded");

/** What a turn follows from: the first of its messages, in the chain of events that led to it. */
export const TurnCause = T.Object(
  {
    correlationId: T.String({ description: "Id of the first event or run of the chain" }),
    causationId: T.String({ description: "Id of the event with the first message" }),
    depth: T.Integer({ description: "Number of causes in the chain" }),
    traceparent: T.Optional(T.String({ description: "Trace of the message, as in the W3C header of this name" })),
  },
  { description: "Cause of the turn" },
);
export type TurnCause = Static<typeof TurnCause>;

/** A turn: messages of one chat that an agent receives together and answers. */
export const Turn = T.Object({
  id: T.String({ description: "Turn id" }),
  agentId: T.String({ description: "Agent id" }),
  chatId: T.String({ description: "Chat id" }),
  status: described(
    TurnStatus,
    "`pending` while messages are collected, `ready` until it is claimed, `claimed` while it is being answered, then `answered`, `failed`, `expired` or `discarded`",
  ),
  messages: T.Integer({ description: "Number of messages, without deleted ones" }),
  firstAt: time("When the first message was received"),
  lastAt: time("When the last message was received"),
  dueAt: T.Optional(
    time(
      "When it becomes ready or can be claimed; absent while the agent is archived or an earlier turn of the chat is open",
    ),
  ),
  readyAt: T.Optional(time("When it became ready")),
  attempts: T.Optional(T.Integer({ description: "How often it was claimed" })),
  leaseEndsAt: T.Optional(time("When its claim ends")),
  claimedBy: T.Optional(T.String({ description: "Context that claimed it; absent for responders of this gateway" })),
  finishedAt: T.Optional(time("When it was answered, failed, expired or was discarded")),
  reason: T.Optional(T.String({ description: "Why the last attempt to answer it failed" })),
  messageId: T.Optional(T.String({ description: "Message that answers it" })),
  cause: T.Optional(TurnCause),
});
export type Turn = Static<typeof Turn>;

/** A claimed turn, as the program that answers it gets it. */
export const ClaimedTurn = T.Object(
  {
    id: T.String({ description: "Turn id" }),
    agentId: T.String({ description: "Agent id" }),
    chatId: T.String({ description: "Chat id" }),
    messages: T.Array(T.Record(T.String(), T.Unknown()), { description: "Messages of the turn, in order" }),
    attempt: T.Integer({ description: "1 for the first claim of the turn" }),
    claim: T.String({ description: "Claim id, which the other operations on the turn need" }),
    leaseEndsAt: time("When the claim ends, unless it is extended"),
    cause: T.Optional(TurnCause),
  },
  { description: "The claimed turn" },
);
export type ClaimedTurn = Static<typeof ClaimedTurn>;

export const ClaimId = T.String({ pattern: "^claim_[0-9a-f]{32}$", description: "Claim id, from agents.turns.claim" });
const lease = (description: string) => numeric({ minimum: 1_000, maximum: 600_000, description });
export const LeaseMs = lease("Milliseconds until the claim ends, unless it is extended (default: 60000)");
export const DEFAULT_LEASE = 60_000;

/** Totals of an agent's turns that wait for an answer. */
export const Unanswered = T.Object({
  ready: T.Integer({ description: "Number of unclaimed turns" }),
  claimed: T.Integer({ description: "Number of turns that are being answered" }),
  failed: T.Integer({ description: "Number of turns whose answer failed" }),
  oldestAt: T.Optional(time("When the oldest ready or claimed turn became ready")),
});
export type Unanswered = Static<typeof Unanswered>;

/** A complete message, as carried by the events of the chats plugin. */
export const Message = T.Record(T.String(), T.Unknown());
export type Message = Static<typeof Message>;
