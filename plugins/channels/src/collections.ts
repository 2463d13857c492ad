import { defineCollection, defineCounter, type Static, T } from "@postern/core";
import { AdapterStatus, PlaceKind, Reaction } from "./schemas.ts";

const AdapterRecord = T.Object({
  id: T.String(),
  kind: T.String(),
  /** As it was given: what its kind fills in is filled in when it is opened. */
  config: T.Record(T.String(), T.Unknown()),
  connection: T.Optional(T.String()),
  agent: T.Optional(T.String()),
  ownerId: T.Optional(T.String()),
  isDisabled: T.Optional(T.Boolean()),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  /** Of the commit that last changed how it is to be opened. */
  number: T.Integer(),
});
export type AdapterRecord = Static<typeof AdapterRecord>;

export const adapters = defineCollection("channels.adapter", { schema: AdapterRecord, key: ({ id }) => [id] });

/** Moved with each change of an adapter: a fleet sees in one look whether there is something to do. */
export const adapterChanges = defineCounter("channels.adapter.changes");

/** How an adapter stands by the fleet that carries it. */
const StateRecord = T.Object({
  adapter: T.String(),
  /** Which runner wrote it: what one of before wrote says nothing of now. */
  run: T.String(),
  status: AdapterStatus,
  reason: T.Optional(T.String()),
  connectedAt: T.Optional(T.Number()),
  lastPongAt: T.Optional(T.Number()),
  lastOutboundAt: T.Optional(T.Number()),
  reconnectCount: T.Integer(),
});
export type StateRecord = Static<typeof StateRecord>;

export const states = defineCollection("channels.state", { schema: StateRecord, key: ({ adapter }) => [adapter] });

/** When something last came in, to about ten seconds: whichever process took it in. */
export const arrivals = defineCollection("channels.arrival", {
  schema: T.Object({ adapter: T.String(), at: T.Number() }),
  key: ({ adapter }) => [adapter],
});

/** What adapters keep for themselves: how far they have read. */
export const memories = defineCollection("channels.memory", {
  schema: T.Object({ adapter: T.String(), name: T.String(), value: T.String() }),
  key: ({ adapter, name }) => [adapter, name],
});

const PlaceRecord = T.Object({
  adapter: T.String(),
  /** `place` as keys hold it. */
  name: T.String(),
  place: T.String(),
  /** The adapter's kind. */
  channel: T.String(),
  kind: PlaceKind,
  title: T.Optional(T.String()),
  chatId: T.Optional(T.String()),
  /** The chats that there were for it, this one included. */
  generation: T.Integer(),
  openedAt: T.Number(),
});
export type PlaceRecord = Static<typeof PlaceRecord>;

/** Conversations of platforms and the chats they are here. Only on this gateway: by it it is known whose chats these are. */
export const places = defineCollection("channels.place", {
  schema: PlaceRecord,
  key: ({ adapter, name }) => [adapter, name],
  indexes: { byChat: ({ chatId }) => (chatId === undefined ? undefined : [chatId]) },
  unique: ["byChat"],
});

const CrossingRecord = T.Object({
  adapter: T.String(),
  type: T.String(),
  /** The platform's id as keys hold it. */
  name: T.String(),
  way: T.Union([T.Literal("in"), T.Literal("out")]),
  chatId: T.Optional(T.String()),
  messageId: T.Optional(T.String()),
  /** When it happened here, and of the last change that was taken in, when that was by the platform's clock. */
  at: T.Number(),
  changedAt: T.Optional(T.Number()),
});
export type CrossingRecord = Static<typeof CrossingRecord>;

/** What crossed between a platform and here, by the platform's ids. Kept for good: nothing crosses twice. */
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
  /** What the platform shows by now; 0 before all of it is out. */
  revision: T.Integer(),
  /** The parts that are out, with their ids there. */
  parts: T.Array(T.Object({ id: T.Optional(T.String()) })),
  /** Of the text that is being sent. */
  target: T.Optional(T.Integer()),
  /** Written before a part is sent, removed with its outcome: where it is found, that is left open. */
  begun: T.Optional(T.Object({ part: T.Integer(), attempt: T.Integer(), at: T.Number() })),
  /** That it was left open for good, and since which attempt. */
  ambiguous: T.Optional(T.Object({ part: T.Integer(), attempt: T.Integer(), reason: T.String() })),
  isRemoved: T.Optional(T.Boolean()),
});
export type SendingRecord = Static<typeof SendingRecord>;

/** How each message that goes out by an adapter stands. */
export const sendings = defineCollection("channels.sending", {
  schema: SendingRecord,
  key: ({ messageId }) => [messageId],
});

const ReactionRecord = T.Object({
  ...Reaction.properties,
  /** The emoji as keys hold it. */
  name: T.String(),
  /** When it was by the platform's clock. */
  saidAt: T.Optional(T.Number()),
  isRemoved: T.Optional(T.Boolean()),
});
export type ReactionRecord = Static<typeof ReactionRecord>;

/** One that was taken back stays as a mark, by which an older one that comes late is known. */
export const reactions = defineCollection("channels.reaction", {
  schema: ReactionRecord,
  key: ({ messageId, actorId, name }) => [messageId, actorId, name],
  indexes: {
    byMessage: ({ messageId, at, isRemoved }) => (isRemoved ? undefined : [messageId, at]),
    byChat: ({ chatId, at, isRemoved }) => (isRemoved ? undefined : [chatId, at]),
    byTime: ({ at, isRemoved }) => (isRemoved ? undefined : [at]),
  },
});

/** The text of a message that goes out in several parts, until all are out: it must not change in between. */
export const drafts = defineCollection("channels.draft", {
  schema: T.Object({ messageId: T.String(), text: T.String() }),
  key: ({ messageId }) => [messageId],
});
