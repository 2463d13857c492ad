import { oneOf, type Static, T } from "@postern/core";

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

/** An adapter in the runner's status. `channelId` is its kind. */
export const AdapterState = T.Object({
  id: T.String(),
  channelId: T.String(),
  status: AdapterStatus,
  connectedAt: T.Optional(At),
  lastPongAt: T.Optional(At),
  reason: T.Optional(T.String()),
  reconnectCount: T.Optional(T.Integer({ minimum: 0 })),
});
export type AdapterState = Static<typeof AdapterState>;

const Fault = T.Object({ message: T.String(), at: At });

/** How what goes out stands: whether messages are taken up from the journal, and what waits to be sent. */
export const Outbound = T.Object({
  stream: T.String({ description: "What is followed" }),
  consumer: T.String({ description: "Who follows it" }),
  enabled: T.Boolean(),
  infrastructureReady: T.Boolean(),
  consuming: T.Boolean(),
  lastError: T.Optional(T.Object({ phase: oneOf("consume_loop"), ...Fault.properties })),
  lastMessageAt: T.Optional(At),
  publishOutbox: T.Optional(
    T.Object({
      pendingCount: T.Integer({ minimum: 0 }),
      lastError: T.Optional(Fault),
      lastPublishedAt: T.Optional(At),
      nextAttemptAt: T.Optional(At),
      oldestPendingAt: T.Optional(At),
    }),
  ),
});
export type Outbound = Static<typeof Outbound>;

export const RunnerState = T.Object({
  schemaVersion: T.Literal(1),
  observedAt: At,
  running: T.Boolean(),
  startedAt: NullableNumber("Unix milliseconds"),
  pid: T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  outbound: Outbound,
  adapters: T.Array(AdapterState),
});
export type RunnerState = Static<typeof RunnerState>;
