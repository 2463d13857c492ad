import { defineCollection, defineCounter, defineRecord, type Static, T } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import { Bridge, Consumer, LastError } from "./schemas.ts";

const ours = {
  /** Created by the process that runs the gateway, which has no key and may read everything. */
  isOwn: T.Optional(T.Boolean()),
  /** Whether an admin has named its servers: then they may be at private addresses. */
  isPrivate: T.Optional(T.Boolean()),
};

const BridgeRecord = T.Object({ ...Bridge.properties, ...ours });
export type BridgeRecord = Static<typeof BridgeRecord>;

export const bridges = defineCollection("jetstream.bridge", {
  schema: BridgeRecord,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status, id }) => [status, id],
    byName: ({ label }) => nameKey(label),
    byContext: ({ contextId, id }) => [contextId, id],
  },
});

const ConsumerRecord = T.Object({ ...Consumer.properties, ...ours });
export type ConsumerRecord = Static<typeof ConsumerRecord>;

export const consumers = defineCollection("jetstream.consumer", {
  schema: ConsumerRecord,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status, id }) => [status, id],
    byName: ({ label }) => nameKey(label),
    byContext: ({ contextId, id }) => [contextId, id],
  },
});

const CursorRecord = T.Object({
  id: T.String(),
  /** The last event that was acknowledged or skipped is `number.place`. */
  number: T.Integer(),
  place: T.Integer(),
  published: T.Integer(),
  withoutData: T.Integer(),
  gap: T.Optional(T.Object({ after: T.String(), first: T.String() })),
});
export type CursorRecord = Static<typeof CursorRecord>;

/** How far a bridge has published, apart from the bridge: it is written several times a second. */
export const cursors = defineCollection("jetstream.cursor", {
  schema: CursorRecord,
  key: ({ id }) => [id],
});

const RunRecord = T.Object({
  /** Id of the bridge or consumer. */
  id: T.String(),
  /** The run that holds the lease, and its process. */
  token: T.String(),
  machine: T.String(),
  pid: T.Integer(),
  start: T.Optional(T.String()),
  /** End of the lease, in Unix milliseconds. */
  until: T.Number(),
  state: T.String(),
  server: T.Optional(T.String()),
  stateChangedAt: T.Number(),
  lastError: T.Optional(LastError),
});
export type RunRecord = Static<typeof RunRecord>;

/** Which process runs a bridge or consumer, and how it is. */
export const runs = defineCollection("jetstream.run", { schema: RunRecord, key: ({ id }) => [id] });

/** Messages that a consumer has handled, and its dead letters. */
export const handledCount = defineCounter("jetstream.handled");
export const deadCount = defineCounter("jetstream.dead");

/** Changes with each bridge and consumer, so that one read shows whether there is something to start or stop. */
export const changes = defineRecord<string>("jetstream.changes");

/** Distinguishes the events of this gateway from those of others in the same stream. */
export const origin = defineRecord<string>("jetstream.origin");
