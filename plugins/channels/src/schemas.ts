import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
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

/** Without other members, at each depth: what clients were promised of the runner's status. */
const closed = <P extends TProperties>(members: P) => T.Object(members, { additionalProperties: false });

/** An adapter in the runner's status. `channelId` is its kind. */
export const AdapterState = closed({
  id: T.String({ description: "Its id" }),
  channelId: T.String({ description: "Kind of the platform, such as irc" }),
  status: described(AdapterStatus, "Its status"),
  connectedAt: T.Optional(At),
  lastPongAt: T.Optional(At),
  reason: T.Optional(T.String({ description: "Why, in one sentence" })),
  reconnectCount: T.Optional(T.Integer({ description: "How often it has connected again", minimum: 0 })),
});
export type AdapterState = Static<typeof AdapterState>;

export const Fault = closed({ message: T.String({ description: "What is wrong, for people" }), at: At });

/** How what goes out stands: whether messages are taken up from the journal, and what waits to be sent. */
export const Outbound = closed({
  stream: T.String({ description: "What is followed" }),
  consumer: T.String({ description: "Who follows it" }),
  enabled: T.Boolean({ description: "Whether it is switched on" }),
  infrastructureReady: T.Boolean({ description: "Whether what it sends by is there" }),
  consuming: T.Boolean({ description: "Whether it sends the messages that wait" }),
  lastError: T.Optional(
    described(
      closed({ phase: described(oneOf("consume_loop"), "What it was doing"), ...Fault.properties }),
      "The last error",
    ),
  ),
  lastMessageAt: T.Optional(At),
  publishOutbox: T.Optional(
    described(
      closed({
        pendingCount: T.Integer({ description: "Entries that wait", minimum: 0 }),
        lastError: T.Optional(described(Fault, "The last error")),
        lastPublishedAt: T.Optional(At),
        nextAttemptAt: T.Optional(At),
        oldestPendingAt: T.Optional(At),
      }),
      "Entries that wait to be sent",
    ),
  ),
});
export type Outbound = Static<typeof Outbound>;

export const RunnerState = closed({
  schemaVersion: T.Literal(1, { description: "Version of the schema" }),
  observedAt: At,
  running: T.Boolean({ description: "Whether it runs" }),
  startedAt: NullableNumber("Unix milliseconds"),
  pid: T.Integer({ description: "Process id", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  outbound: described(Outbound, "How messages of chats are sent on"),
  adapters: T.Array(AdapterState, { description: "The adapters" }),
});
export type RunnerState = Static<typeof RunnerState>;

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

export const AdapterId = T.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$", description: "The adapter" });
export const KindId = T.String({
  pattern: "^[a-z0-9][a-z0-9._-]{0,62}$",
  description: "A kind, as channels.kinds tells",
});
export const Config = T.Record(T.String({ maxLength: 100 }), T.Unknown(), {
  maxProperties: 100,
  description: "As its kind wants it, without secrets",
});
export const ConnectionText = T.String({
  maxLength: 200,
  description: "The connection whose secret it uses: id, name or label; empty for none",
});
export const AgentText = T.String({
  maxLength: 128,
  description: "The agent that hears the chats which the adapter makes; empty for none",
});

export const Adapter = T.Object({
  id: T.String({ description: "Its id" }),
  kind: T.String({ description: "Its kind" }),
  config: T.Record(T.String(), T.Unknown(), { description: "Settings, by name" }),
  connection: T.Optional(T.String({ description: "Name of the connection that has the secret" })),
  agent: T.Optional(T.String({ description: "Id of the agent" })),
  ownerId: T.Optional(
    T.String({ description: "The principal that created it; absent from before owners were stored" }),
  ),
  status: described(AdapterStatus, "Its status"),
  reason: T.Optional(T.String({ description: "Why it is not connected" })),
  connectedAt: T.Optional(time("Since when it is connected")),
  lastPongAt: T.Optional(time("When the platform last answered a question whether it is there")),
  lastInboundAt: T.Optional(time("When something last came in")),
  lastOutboundAt: T.Optional(time("When something last went out")),
  reconnectCount: T.Integer({ description: "How often it had to connect again since the runner started" }),
  createdAt: time("When it was made"),
  updatedAt: time("When it was last changed"),
});
export type Adapter = Static<typeof Adapter>;

export const Kind = T.Object({
  id: T.String({ description: "Its id" }),
  title: T.String({ description: "A title for people" }),
  description: T.String({ description: "A description for people" }),
  config: T.Record(T.String(), T.Unknown(), { description: "JSON Schema of what its adapters are configured with" }),
  secret: T.Optional(
    T.Object(
      {
        needed: T.Boolean({ description: "Whether it cannot do without" }),
        what: T.String({ description: "What it is" }),
      },
      { description: "The secret that it needs" },
    ),
  ),
  text: T.Object(
    {
      most: T.Integer({ description: "A longer text is sent as several" }),
      unit: described(oneOf("bytes", "characters"), "What the length is counted in"),
      lines: T.Optional(T.Boolean({ description: "Whether each line is a message by itself" })),
    },
    { description: "How long a message may be" },
  ),
  flood: T.Object(
    {
      burst: T.Integer({ description: "Messages that may be sent at once" }),
      every: T.Integer({ description: "Milliseconds after which another may be sent" }),
      per: described(oneOf("adapter", "place"), "What the limit is counted for"),
    },
    { description: "How fast messages may be sent" },
  ),
  idempotent: T.Boolean({ description: "Whether the platform recognises what is sent twice" }),
});
export type Kind = Static<typeof Kind>;

export const PlaceText = T.String({
  minLength: 1,
  maxLength: 1024,
  description: "The platform's id of the conversation",
});
export const PlaceKind = oneOf("dm", "group", "room", "thread");
export const Title = T.String({ maxLength: 500, description: "Empty for none" });
export const ChatId = T.String({ pattern: "^chat_[0-9a-f]{24}$", description: "The chat" });
export const MessageId = T.String({ pattern: "^msg_[0-9a-f]{24}[01][0-9a-f]{13}$", description: "The message" });

export const Place = T.Object({
  adapter: T.String({ description: "Id of the adapter" }),
  place: T.String({ description: "The platform's id of the conversation" }),
  kind: described(PlaceKind, "Its kind"),
  title: T.Optional(T.String({ description: "A title for people" })),
  chatId: T.Optional(T.String({ description: "The chat that is carried there; absent once it was closed" })),
  openedAt: time("When the chat was made or bound"),
});
export type Place = Static<typeof Place>;

export const Reaction = T.Object({
  messageId: T.String({ description: "Id of the message" }),
  chatId: T.String({ description: "Id of the chat" }),
  adapter: T.String({ description: "Id of the adapter" }),
  actorId: T.String({ description: "Who reacted" }),
  emoji: T.String({ description: "The emoji, as the platform has it" }),
  at: time("When"),
});
export type Reaction = Static<typeof Reaction>;

const idText = (description: string) => T.String({ minLength: 1, maxLength: 1024, description });
/** What comes in, as `channels.messages.receive` takes it: ids and names are bounded by then. */
export const Happening = T.Object({
  adapter: AdapterId,
  type: described(oneOf("message", "edit", "delete", "reaction"), "Its type"),
  id: idText("The platform's own id of what happened: by it nothing is taken in twice, for good"),
  place: T.Object(
    {
      id: PlaceText,
      kind: described(PlaceKind, "Its kind"),
      title: T.Optional(T.String({ description: "A title for people", maxLength: 500 })),
    },
    { additionalProperties: false, description: "The conversation" },
  ),
  sender: T.Object(
    { id: idText("Of the person or program"), name: T.Optional(T.String({ description: "Its name", maxLength: 500 })) },
    { additionalProperties: false, description: "Who did it" },
  ),
  at: T.Optional(T.Integer({ minimum: 0, description: "When the platform says it was, Unix milliseconds" })),
  text: T.Optional(T.String({ maxLength: 1_000_000, description: "Of a message, or of an edit the new one" })),
  of: T.Optional(idText("The platform's id of the message that is changed or reacted to")),
  emoji: T.Optional(T.String({ minLength: 1, maxLength: 128, description: "Of a reaction" })),
  removed: T.Optional(T.Boolean({ description: "Whether the reaction was taken back" })),
  provenance: T.Optional(T.Record(T.String(), T.Unknown(), { description: "What else the platform says" })),
});
export type Happening = Static<typeof Happening>;

export const Disposition = oneOf("created", "duplicate", "changed", "ignored");
