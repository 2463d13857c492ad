import { hostname } from "node:os";
import { defineCollection, oneOf, type Reads, type Static, T } from "@postern/core";
import { type ProcessStatus, processStatus } from "@postern/core/process";
import { AdapterState, Outbound } from "../schemas.ts";

/** The key of each of these records: there is one runner. */
export const ONE = "runner";

/** Milliseconds that a runner on another machine counts as alive without a report. */
const SILENT = 30_000;

const Mark = { pid: T.Integer(), start: T.Optional(T.String()) };

/** The process that is the runner. Only the holder of the claim starts adapters. */
const ClaimRecord = T.Object({
  ...Mark,
  id: T.String(),
  host: T.String(),
  /** Unix milliseconds. */
  startedAt: T.Number(),
});
export type Claim = Static<typeof ClaimRecord>;
export const claims = defineCollection("channels.claim", { schema: ClaimRecord, key: () => [ONE] });

/** The runner's last report. Separate from the claim, which is rarely written. */
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
  supervisor: T.Optional(T.Object(Mark)),
  /** Whether the runner was started with pm2, which must then also be stopped. */
  isWithPm2: T.Optional(T.Boolean()),
  /** The last crash that was reported. */
  told: T.Optional(T.String()),
});
export type Intent = Static<typeof IntentRecord>;
export const intents = defineCollection("channels.wish", { schema: IntentRecord, key: () => [ONE] });

/** The process that may currently start or stop the runner. */
const ChangeLockRecord = T.Object({ ...Mark, id: T.String(), host: T.String(), until: T.Number() });
export type ChangeLock = Static<typeof ChangeLockRecord>;
export const changeLocks = defineCollection("channels.turn", { schema: ChangeLockRecord, key: () => [ONE] });

/** Whether the process of a claim is alive. On another machine this is judged by its last report. */
export async function claimStatus(store: Reads, claim: Claim, now: number): Promise<ProcessStatus> {
  const here = claim.host === hostname() ? processStatus(claim) : "unknown";
  if (here !== "unknown") return here;
  const heartbeat = await store.get(heartbeats, ONE);
  const last = heartbeat?.claim === claim.id ? heartbeat.at : claim.startedAt;
  return now - last < SILENT ? "unknown" : "gone";
}

/** The runner's claim while its process is alive. */
export async function livingClaim(store: Reads, now: number): Promise<Claim | undefined> {
  const claim = await store.get(claims, ONE);
  return claim && (await claimStatus(store, claim, now)) !== "gone" ? claim : undefined;
}
