import { defineCollection, eventIdOf, type GatewayEvent, type Static, T } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import { StoredSecret } from "@postern/kit/sealing";
import { Hook } from "./schemas.ts";

const HookRecord = T.Object({
  ...Hook.properties,
  /** Number of the commit after which it receives events. */
  since: T.Integer(),
  /** Created by the process that runs the gateway, which has no key and may read everything. */
  isOwn: T.Optional(T.Boolean()),
});
export type HookRecord = Static<typeof HookRecord>;

export const hooks = defineCollection("hooks.hook", {
  schema: HookRecord,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status }) => [status],
    byName: ({ description }) => nameKey(description),
    byContext: ({ contextId, id }) => [contextId, id],
  },
});

const SecretRecord = T.Object({
  hookId: T.String(),
  secret: StoredSecret,
  /** Former secrets, which also sign until their grace period ends. */
  former: T.Array(T.Object({ ...StoredSecret.properties, until: T.Number() })),
});
export type SecretRecord = Static<typeof SecretRecord>;

/** Stored apart from the hooks, so that code that reads a hook to show it never holds its secret. */
export const secrets = defineCollection("hooks.secret", {
  schema: SecretRecord,
  key: ({ hookId }) => [hookId],
});

/** The event of a delivery, kept from the commit that creates the delivery to the commit that completes it. */
const MessageRecord = T.Object({
  hookId: T.String(),
  deliveryId: T.String(),
  /** Unix milliseconds. */
  at: T.Number(),
  /** The event's id is `number.place`. */
  number: T.Integer(),
  place: T.Integer(),
  type: T.String(),
  source: T.String(),
  subject: T.Optional(T.String()),
  time: T.String(),
  actor: T.String(),
  correlationId: T.Optional(T.String()),
  causationId: T.Optional(T.String()),
  depth: T.Optional(T.Integer()),
  traceparent: T.Optional(T.String()),
  data: T.Unknown(),
});
type MessageRecord = Static<typeof MessageRecord>;

/** The event of a delivery. */
export function eventIn({ hookId: _, deliveryId: __, at: ___, number, place, ...event }: MessageRecord): GatewayEvent {
  return { id: eventIdOf({ number, place }), ...event };
}

/**
 * Stored apart from the deliveries, which every caller with `hooks:read` can list. It is a copy, because the journal
 * may already have discarded the event when the last attempt is made.
 */
export const messages = defineCollection("hooks.message", {
  schema: MessageRecord,
  key: ({ hookId, deliveryId }) => [hookId, deliveryId],
  indexes: { byAge: ({ at }) => [at] },
});
