import { defineCollection, defineCounter, oneOf, type Static, T } from "@postern/core";
import { AdapterStatus, PlaceKind, Reaction } from "./schemas.ts";

const AdapterRecord = T.Object({
  id: T.String(),
  kind: T.String(),
  /** As given by the caller. Defaults are applied when the adapter starts. */
  config: T.Record(T.String(), T.Unknown()),
  connection: T.Optional(T.String()),
  agent: T.Optional(T.String()),
  ownerId: T.Optional(T.String()),
  /** The context with which it ends. Absent in records from before creators were stored, which end with no key. */
  createdBy: T.Optional(T.String()),
  /** Whether an admin has named its server: then the server may be at a private address. */
  isPrivate: T.Optional(T.Boolean()),
  isDisabled: T.Optional(T.Boolean()),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  /** Versionstamp of the commit that last changed how the adapter is started. */
  number: T.Integer(),
});
export type AdapterRecord = Static<typeof AdapterRecord>;

export const adapters = defineCollection("channels.adapter", {
  schema: AdapterRecord,
  key: ({ id }) => [id],
  indexes: { byCreator: ({ createdBy, id }) => (createdBy === undefined ? undefined : [createdBy, id]) },
});

/** Incremented with every change of an adapter, so that the runner can check for changes with one read. */
export const adapterChanges = defineCounter("channels.adapter.changes");

const AdapterCause = oneOf("secret_rejected", "connection_disabled", "creator_ended");
export type AdapterCause = Static<typeof AdapterCause>;

/** Status of an adapter, written by the runner. */
const StateRecord = T.Object({
  adapter: T.String(),
  /** The run of the runner that wrote this record. A record of an earlier run is outdated. */
  run: T.String(),
  /** The `number` of the adapter that the runner has connected. Before a later change is noticed, the record is outdated. */
  number: T.Optional(T.Integer()),
  status: AdapterStatus,
  reason: T.Optional(T.String()),
  /** What helps, if it is not the adapter that has to be changed. */
  cause: T.Optional(AdapterCause),
  connectedAt: T.Optional(T.Number()),
  /** Since when it is not connected. */
  disconnectedAt: T.Optional(T.Number()),
  lastPongAt: T.Optional(T.Number()),
  lastOutboundAt: T.Optional(T.Number()),
  reconnectCount: T.Integer(),
});
export type StateRecord = Static<typeof StateRecord>;

export const states = defineCollection("channels.state", { schema: StateRecord, key: ({ adapter }) => [adapter] });

/** When an adapter last received something, accurate to about ten seconds. Any process may write it. */
export const arrivals = defineCollection("channels.arrival", {
  schema: T.Object({ adapter: T.String(), at: T.Number() }),
  key: ({ adapter }) => [adapter],
});

/** Values that adapters store for themselves, such as the position up to which they have read. */
export const memories = defineCollection("channels.memory", {
  schema: T.Object({ adapter: T.String(), name: T.String(), value: T.String() }),
  key: ({ adapter, name }) => [adapter, name],
});

const PlaceRecord = T.Object({
  adapter: T.String(),
  /** `place`, encoded for use in keys. */
  name: T.String(),
  place: T.String(),
  /** The adapter's kind. */
  channel: T.String(),
  kind: PlaceKind,
  title: T.Optional(T.String()),
  chatId: T.Optional(T.String()),
  /** Number of chats this place has had, including the current one. */
  generation: T.Integer(),
  openedAt: T.Number(),
});
export type PlaceRecord = Static<typeof PlaceRecord>;

/** Conversations on platforms with their chats. Local to this gateway and never synced. */
export const places = defineCollection("channels.place", {
  schema: PlaceRecord,
  key: ({ adapter, name }) => [adapter, name],
  indexes: { byChat: ({ chatId }) => (chatId === undefined ? undefined : [chatId]) },
  unique: ["byChat"],
});

const CrossingRecord = T.Object({
  adapter: T.String(),
  type: T.String(),
  /** The platform's id, encoded for use in keys. */
  name: T.String(),
  way: T.Union([T.Literal("in"), T.Literal("out")]),
  chatId: T.Optional(T.String()),
  messageId: T.Optional(T.String()),
  /** When it was received or sent here. */
  at: T.Number(),
  changedAt: T.Optional(T.Number()),
});
export type CrossingRecord = Static<typeof CrossingRecord>;

/** Everything exchanged with a platform, by the platform's ids. Kept permanently, so that nothing is processed twice. */
export const crossings = defineCollection("channels.crossing", {
  schema: CrossingRecord,
  key: ({ adapter, type, name }) => [adapter, type, name],
  indexes: {
    byMessage: ({ type, messageId }) => (type === "message" && messageId !== undefined ? [messageId] : undefined),
  },
});

const SendingRecord = T.Object({
  messageId: T.String(),
  chatId: T.String(),
  adapter: T.String(),
  place: T.String(),
  /** Revision of the message that the platform shows; 0 until all parts are sent. */
  revision: T.Integer(),
  /** The parts already sent, with their ids on the platform. */
  parts: T.Array(T.Object({ id: T.Optional(T.String()) })),
  /** Revision of the text that is being sent. */
  target: T.Optional(T.Integer()),
  /** Written before a part is sent and removed with its outcome. If it is present, the outcome is unknown. */
  begun: T.Optional(T.Object({ part: T.Integer(), attempt: T.Integer(), at: T.Number() })),
  /** Set if the outcome stayed unknown, with the attempt that found this out. */
  ambiguous: T.Optional(T.Object({ part: T.Integer(), attempt: T.Integer(), reason: T.String() })),
  isRemoved: T.Optional(T.Boolean()),
});
export type SendingRecord = Static<typeof SendingRecord>;

/** Delivery state of each outgoing message. */
export const sendings = defineCollection("channels.sending", {
  schema: SendingRecord,
  key: ({ messageId }) => [messageId],
});

const ReactionRecord = T.Object({
  ...Reaction.properties,
  /** The emoji, encoded for use in keys. */
  name: T.String(),
  /** Time of the reaction by the platform's clock. */
  saidAt: T.Optional(T.Number()),
  isRemoved: T.Optional(T.Boolean()),
});
export type ReactionRecord = Static<typeof ReactionRecord>;

/** A removed reaction stays as a tombstone, so that an older event that arrives late is recognized. */
export const reactions = defineCollection("channels.reaction", {
  schema: ReactionRecord,
  key: ({ messageId, actorId, name }) => [messageId, actorId, name],
  indexes: {
    byMessage: ({ messageId, at, isRemoved }) => (isRemoved ? undefined : [messageId, at]),
    byChat: ({ chatId, at, isRemoved }) => (isRemoved ? undefined : [chatId, at]),
    byTime: ({ at, isRemoved }) => (isRemoved ? undefined : [at]),
  },
});

/** Text of a message that is sent in several parts. It must not change until all parts are sent. */
export const drafts = defineCollection("channels.draft", {
  schema: T.Object({ messageId: T.String(), text: T.String() }),
  key: ({ messageId }) => [messageId],
});
