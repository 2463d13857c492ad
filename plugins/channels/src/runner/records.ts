import { defineCollection, oneOf, type Static, T } from "@postern/core";
import { AdapterState, Outbound } from "../schemas.ts";

/** The key of each of these records: there is one runner. */
export const ONE = "runner";

const Mark = { pid: T.Integer(), start: T.Optional(T.String()) };
/** The name of the machine of a process. It is only shown: machines and containers can have the same name. */
const Host = T.String();

/** The process that is the runner. Only the holder of the claim starts adapters. */
const ClaimRecord = T.Object({
  ...Mark,
  id: T.String(),
  host: Host,
  /** Unix milliseconds. */
  startedAt: T.Number(),
  /** When the runner last renewed its claim. */
  renewedAt: T.Optional(T.Number()),
});
export type Claim = Static<typeof ClaimRecord>;
export const claims = defineCollection("channels.claim", { schema: ClaimRecord, key: () => [ONE] });

/** The runner's last report. Separate from the claim: an adapter that does not answer delays reports, but no renewal. */
const HeartbeatRecord = T.Object({
  claim: T.String(),
  at: T.Number(),
  adapters: T.Array(AdapterState),
  outbound: Outbound,
});
export type Heartbeat = Static<typeof HeartbeatRecord>;
export const heartbeats = defineCollection("channels.beat", { schema: HeartbeatRecord, key: () => [ONE] });

/** The desired state of the runner, and its supervisor. */
const IntentRecord = T.Object({
  desired: T.Optional(oneOf("running", "stopped")),
  supervisor: T.Optional(T.Object({ ...Mark, host: T.Optional(Host), startedAt: T.Optional(T.Number()) })),
  /** The process that was the runner last. */
  last: T.Optional(T.Object({ ...Mark, host: Host })),
  /** When a runner was last known to be alive that has died since. */
  diedAt: T.Optional(T.Number()),
  /** The claim of a runner that a gateway on its host must restart. */
  restart: T.Optional(T.String()),
  /** Whether the runner was started with pm2, which must then also be stopped. */
  isWithPm2: T.Optional(T.Boolean()),
  /** The last crash that was reported, of each place where a supervisor ran. */
  told: T.Optional(T.Union([T.String(), T.Array(T.String())])),
});
export type Intent = Static<typeof IntentRecord>;
export const intents = defineCollection("channels.wish", { schema: IntentRecord, key: () => [ONE] });

/** The process that may currently start or stop the runner. */
const ChangeLockRecord = T.Object({
  ...Mark,
  id: T.String(),
  host: Host,
  since: T.Optional(T.Number()),
  /** When it ends unless it is renewed. */
  until: T.Number(),
});
export type ChangeLock = Static<typeof ChangeLockRecord>;
export const changeLocks = defineCollection("channels.turn", { schema: ChangeLockRecord, key: () => [ONE] });
