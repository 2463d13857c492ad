import { defineCollection, type GatewayEvent, type Static, T } from "@postern/core";
import { StoredSecret } from "@postern/core/sealing";
import { Hook } from "./schemas.ts";

const HookRecord = T.Object({
  ...Hook.properties,
  /** Number of the commit since which it sees events. */
  since: T.Integer(),
  /** Made by the process that runs the gateway, which has no key and may read everything. */
  isOwn: T.Optional(T.Boolean()),
});
export type HookRecord = Static<typeof HookRecord>;

export const hooks = defineCollection("hooks.hook", {
  schema: HookRecord,
  key: ({ id }) => [id],
  indexes: { byStatus: ({ status }) => [status] },
});

const SecretRecord = T.Object({
  hookId: T.String(),
  secret: StoredSecret,
  /** Those before it sign along until their grace is over. */
  former: T.Array(T.Object({ ...StoredSecret.properties, until: T.Number() })),
});
export type SecretRecord = Static<typeof SecretRecord>;

/** Apart from the hooks: what reads a hook to show it never holds its secret. */
export const secrets = defineCollection("hooks.secret", {
  schema: SecretRecord,
  key: ({ hookId }) => [hookId],
});

/** What a delivery tells, from the commit that made the delivery to the one that calls it done. */
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
  data: T.Unknown(),
});
type MessageRecord = Static<typeof MessageRecord>;

/** The event that a delivery tells of. */
export function eventIn({ hookId: _, deliveryId: __, at: ___, number, place, ...event }: MessageRecord): GatewayEvent {
  return { id: `${number}.${place}`, ...event };
}

/**
 * Apart from the deliveries, which whoever may read hooks can list. A copy, and not a look into the journal at the time
 * of delivery: what waits a day for its last attempt must not be lost to events that crowd it out.
 */
export const messages = defineCollection("hooks.message", {
  schema: MessageRecord,
  key: ({ hookId, deliveryId }) => [hookId, deliveryId],
  indexes: { byAge: ({ at }) => [at] },
});
