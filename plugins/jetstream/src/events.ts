import { type Caller, defineEvent, oneOf, type Reads, T } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { Bridge, Consumer, StatusReason } from "./schemas.ts";

interface Viewer {
  readonly caller: Caller;
  readonly store: Reads;
}

const bridgeData = T.Object({ bridge: Bridge });
const consumerData = T.Object({ consumer: Consumer });
/** The same rule as for `jetstream.bridges.show`. */
const ofBridge = {
  subject: ({ bridge }: { bridge: { id: string } }) => bridge.id,
  visible: ({ caller, store }: Viewer, { bridge }: { bridge: { contextId: string } }) =>
    canAccessCreated(store, caller, bridge.contextId),
};
/** The same rule as for `jetstream.consumers.show`. */
const ofConsumer = {
  subject: ({ consumer }: { consumer: { id: string } }) => consumer.id,
  visible: ({ caller, store }: Viewer, { consumer }: { consumer: { contextId: string } }) =>
    canAccessCreated(store, caller, consumer.contextId),
};
const byContext = ({ caller, store }: Viewer, { contextId }: { contextId: string }) =>
  canAccessCreated(store, caller, contextId);
const contextId = T.String({ description: "Id of the context that created it" });

export const bridgeCreated = defineEvent("jetstream.bridge.created", {
  summary: "A bridge to NATS JetStream was created",
  data: bridgeData,
  ...ofBridge,
});

export const bridgeUpdated = defineEvent("jetstream.bridge.updated", {
  summary: "A bridge was updated",
  data: bridgeData,
  ...ofBridge,
});

export const bridgeEnabled = defineEvent("jetstream.bridge.enabled", {
  summary: "A bridge was enabled",
  data: bridgeData,
  ...ofBridge,
});

export const bridgeDisabled = defineEvent("jetstream.bridge.disabled", {
  summary: "A bridge was disabled by a caller, or because its context has ended",
  data: T.Object({ bridge: Bridge, reason: StatusReason }),
  ...ofBridge,
});

export const bridgeRemoved = defineEvent("jetstream.bridge.removed", {
  summary: "A bridge was removed",
  data: T.Object({ bridgeId: T.String(), contextId }),
  subject: ({ bridgeId }) => bridgeId,
  visible: byContext,
});

/** Published only to the bridge that is tested. */
export const bridgeTested = defineEvent("jetstream.bridge.tested", {
  summary: "A test event was published by a bridge",
  data: T.Object({ bridgeId: T.String(), contextId }),
  subject: ({ bridgeId }) => bridgeId,
  visible: byContext,
});

export const consumerCreated = defineEvent("jetstream.consumer.created", {
  summary: "A consumer of commands was created",
  data: consumerData,
  ...ofConsumer,
});

export const consumerUpdated = defineEvent("jetstream.consumer.updated", {
  summary: "A consumer was updated",
  data: consumerData,
  ...ofConsumer,
});

export const consumerEnabled = defineEvent("jetstream.consumer.enabled", {
  summary: "A consumer was enabled",
  data: consumerData,
  ...ofConsumer,
});

export const consumerDisabled = defineEvent("jetstream.consumer.disabled", {
  summary: "A consumer was disabled by a caller, or because its context has ended",
  data: T.Object({ consumer: Consumer, reason: StatusReason }),
  ...ofConsumer,
});

export const consumerRemoved = defineEvent("jetstream.consumer.removed", {
  summary: "A consumer was removed",
  data: T.Object({ consumerId: T.String(), contextId }),
  subject: ({ consumerId }) => consumerId,
  visible: byContext,
});

export const messageDied = defineEvent("jetstream.message.died", {
  summary: "A message became a dead letter",
  data: T.Object({
    consumerId: T.String(),
    contextId,
    messageId: T.String({ description: "Idempotency key of the message" }),
    sequence: T.Integer({ description: "Sequence of the message in its stream" }),
    code: T.String({ description: "Code of the error" }),
    kept: described(oneOf("published", "discarded"), "Whether it was published to the subject for dead letters"),
  }),
  subject: ({ consumerId }) => consumerId,
  visible: byContext,
});
