import { oneOf, type Static, T } from "@postern/core";
import { described, hidden, localTime, refersTo } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import type { TProperties } from "@sinclair/typebox";

const At = T.Number({ description: "Unix milliseconds" });
const NullableNumber = (description: string) => T.Union([T.Number(), T.Null()], { description });

export const AdapterStatus = oneOf(
  "disabled",
  "starting",
  "connected",
  "degraded",
  "reconnecting",
  "disconnected",
  "failed",
);

/** An object without additional properties at any depth, as the runner's status promises to clients. */
const closed = <P extends TProperties>(members: P) => T.Object(members, { additionalProperties: false });

/** An adapter in the runner's status. `channelId` is its kind. */
export const AdapterState = closed({
  id: T.String({ description: "Id of the adapter" }),
  channelId: T.String({ description: "Kind of the platform, such as irc" }),
  status: described(AdapterStatus, "Connection status"),
  connectedAt: T.Optional(At),
  lastPongAt: T.Optional(At),
  reason: T.Optional(T.String({ description: "Reason for the status" })),
  reconnectCount: T.Optional(T.Integer({ description: "Number of reconnects", minimum: 0 })),
});
export type AdapterState = Static<typeof AdapterState>;

export const Fault = closed({ message: T.String({ description: "Error message" }), at: At });

/** State of outgoing messages: of the consumer that reads the journal, and of the outbox. */
export const Outbound = closed({
  stream: T.String({ description: "Events that are consumed" }),
  consumer: T.String({ description: "Name of the consumer" }),
  enabled: T.Boolean({ description: "Whether sending is enabled" }),
  infrastructureReady: T.Boolean({ description: "Whether the required infrastructure is available" }),
  consuming: T.Boolean({ description: "Whether the consumer is running" }),
  lastError: T.Optional(
    described(
      closed({ phase: described(oneOf("consume_loop"), "Phase in which the error occurred"), ...Fault.properties }),
      "Most recent error",
    ),
  ),
  lastMessageAt: T.Optional(At),
  publishOutbox: T.Optional(
    described(
      closed({
        pendingCount: T.Integer({ description: "Number of entries waiting to be sent", minimum: 0 }),
        lastError: T.Optional(described(Fault, "Most recent error")),
        lastPublishedAt: T.Optional(At),
        nextAttemptAt: T.Optional(At),
        oldestPendingAt: T.Optional(At),
      }),
      "Entries waiting to be sent",
    ),
  ),
});
export type Outbound = Static<typeof Outbound>;

export const RunnerState = closed({
  schemaVersion: T.Literal(1, { description: "Version of this schema" }),
  observedAt: At,
  running: T.Boolean({ description: "Whether the runner is running" }),
  startedAt: NullableNumber("Unix milliseconds"),
  pid: T.Integer({ description: "Process id", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  outbound: described(Outbound, "State of outgoing messages"),
  adapters: T.Array(AdapterState, { description: "The adapters" }),
});
export type RunnerState = Static<typeof RunnerState>;

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

export const NewAdapterId = T.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$", description: "Id of the adapter" });
/** An existing adapter. */
export const AdapterId = refersTo(NewAdapterId, { list: "channels.adapters.list" });
export const KindId = T.String({
  pattern: "^[a-z0-9][a-z0-9._-]{0,62}$",
  description: 'Kind of the adapter. List kinds with "postern channels kinds".',
});
export const Config = T.Record(T.String({ maxLength: 100 }), T.Unknown(), {
  maxProperties: 100,
  description: 'Configuration for this kind of adapter, without secrets. See "postern channels kinds" for the fields.',
});
export const ConnectionText = T.String({
  maxLength: 200,
  description: "Connection whose secret the adapter uses: its id, name or label. Empty for none.",
});
export const AgentText = T.String({
  maxLength: 128,
  description: "Agent that receives the chats the adapter creates. Empty for none.",
});

export const Adapter = T.Object({
  id: T.String({ description: "Id of the adapter" }),
  kind: T.String({ description: "Kind of the adapter" }),
  config: T.Record(T.String(), T.Unknown(), { description: "Configuration of the adapter" }),
  connection: T.Optional(T.String({ description: "Id of the connection that holds the secret" })),
  agent: T.Optional(T.String({ description: "Id of the agent" })),
  ownerId: T.Optional(
    T.String({
      description: "Principal that created the adapter. Absent if it was created before owners were stored.",
    }),
  ),
  createdBy: T.Optional(
    T.String({
      description: "Id of the context that set it up and with which it ends. Absent if it ends with no key.",
    }),
  ),
  status: described(AdapterStatus, "Connection status"),
  reason: T.Optional(T.String({ description: "Reason if the adapter is not connected" })),
  connectedAt: T.Optional(time("When the adapter connected")),
  lastPongAt: T.Optional(time("When the platform last answered a ping")),
  lastInboundAt: T.Optional(time("When the adapter last received something")),
  lastOutboundAt: T.Optional(time("When the adapter last sent something")),
  reconnectCount: T.Integer({ description: "Number of reconnects since the runner started" }),
  createdAt: time("When the adapter was created"),
  updatedAt: time("When the adapter was last updated"),
});
export type Adapter = Static<typeof Adapter>;

export const Kind = T.Object({
  id: T.String({ description: "Id of the kind" }),
  title: T.String({ description: "Display name" }),
  description: T.String({ description: "Description of the kind" }),
  fields: withColumns(
    T.Array(
      T.Object({
        name: T.String({ description: "Name of the member of `config`, or `connection`" }),
        type: T.String({ description: "Type of the value" }),
        required: T.Boolean({ description: "Whether it is required" }),
        secret: T.Boolean({ description: "Whether it refers to a secret" }),
        description: T.String({ description: "Purpose of the field" }),
      }),
      { description: "Fields of adapters of this kind, required fields first" },
    ),
    { name: "plain", type: "plain", required: "plain", description: "text" },
  ),
  config: hidden(T.Record(T.String(), T.Unknown(), { description: "JSON Schema of the configuration" })),
  secret: T.Optional(
    hidden(
      T.Object(
        {
          needed: T.Boolean({ description: "Whether a secret is required" }),
          what: T.String({ description: "Description of the secret" }),
        },
        { description: "Secret that adapters of this kind use" },
      ),
    ),
  ),
  text: T.Object(
    {
      most: T.Integer({ description: "Maximum length of one message. Longer texts are sent as several messages." }),
      unit: described(oneOf("bytes", "characters"), "Unit of the maximum length"),
      lines: T.Optional(T.Boolean({ description: "Whether each line is sent as a separate message" })),
    },
    { description: "Text limits of the platform" },
  ),
  flood: T.Object(
    {
      burst: T.Integer({ description: "Number of messages that can be sent in a burst" }),
      every: T.Integer({ description: "Milliseconds between messages after the burst" }),
      per: described(oneOf("adapter", "place"), "Scope of the limit"),
    },
    { description: "Rate limit of the platform" },
  ),
  idempotent: T.Boolean({ description: "Whether the platform recognizes repeated messages by their idempotency key" }),
});
export type Kind = Static<typeof Kind>;

export const PlaceText = T.String({
  minLength: 1,
  maxLength: 1024,
  description: "Platform ID of the conversation",
});
export const PlaceKind = oneOf("dm", "group", "room", "thread");
export const Title = T.String({ maxLength: 500, description: "Title. Empty for none." });
export const ChatId = refersTo(T.String({ pattern: "^chat_[0-9a-f]{24}$", description: "Id of the chat" }), {
  list: "chats.list",
  names: ["title"],
});
export const MessageId = T.String({
  pattern: "^msg_[0-9a-f]{24}[01][0-9a-f]{13}([0-9a-f]{3})?$",
  description: "Id of the message",
});

export const Place = T.Object({
  adapter: T.String({ description: "Id of the adapter" }),
  place: T.String({ description: "Platform ID of the conversation" }),
  kind: described(PlaceKind, "Kind of conversation"),
  title: T.Optional(T.String({ description: "Title of the conversation" })),
  chatId: T.Optional(T.String({ description: "Id of the connected chat. Absent after the place was closed." })),
  openedAt: time("When the chat was connected"),
});
export type Place = Static<typeof Place>;

export const Reaction = T.Object({
  messageId: T.String({ description: "Id of the message" }),
  chatId: T.String({ description: "Id of the chat" }),
  adapter: T.String({ description: "Id of the adapter" }),
  actorId: T.String({ description: "Actor that reacted" }),
  emoji: T.String({ description: "Emoji, as the platform sends it" }),
  at: time("When the reaction was received"),
});
export type Reaction = Static<typeof Reaction>;

const idText = (description: string) => T.String({ minLength: 1, maxLength: 1024, description });
/** An event of a platform, as input of `channels.messages.receive`. Ids and names are already bounded. */
export const PlatformEvent = T.Object({
  adapter: AdapterId,
  type: described(oneOf("message", "edit", "delete", "reaction"), "Type of event"),
  id: idText("Platform ID of the event. Each id is processed only once."),
  place: T.Object(
    {
      id: PlaceText,
      kind: described(PlaceKind, "Kind of conversation"),
      title: T.Optional(T.String({ description: "Title of the conversation", maxLength: 500 })),
    },
    { additionalProperties: false, description: "The conversation" },
  ),
  sender: T.Object(
    {
      id: idText("Platform ID of the sender"),
      name: T.Optional(T.String({ description: "Display name of the sender", maxLength: 500 })),
    },
    { additionalProperties: false, description: "Person or program that caused the event" },
  ),
  at: T.Optional(
    localTime(T.Integer({ minimum: 0, description: "Time of the event by the platform's clock, Unix milliseconds" }), {
      past: true,
    }),
  ),
  text: T.Optional(T.String({ maxLength: 1_000_000, description: "Text of the message, or the new text for an edit" })),
  of: T.Optional(idText("Platform ID of the edited, deleted or reacted-to message")),
  emoji: T.Optional(T.String({ minLength: 1, maxLength: 128, description: "Emoji of the reaction" })),
  removed: T.Optional(T.Boolean({ description: "Whether the reaction was removed" })),
  provenance: T.Optional(T.Record(T.String(), T.Unknown(), { description: "Additional raw data from the platform" })),
});
export type PlatformEvent = Static<typeof PlatformEvent>;

export const Disposition = oneOf("created", "duplicate", "changed", "ignored");
