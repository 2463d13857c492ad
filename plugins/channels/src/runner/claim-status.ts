import type { Reads } from "@postern/core";
import { type ProcessStatus, processStatus } from "@postern/core/process";
import { LEASE, RENEW_EVERY } from "@postern/kit/queue";
import { type Claim, claims, heartbeats, ONE } from "./records.ts";

/** Whether the process of a claim is alive. Of a process elsewhere only its last renewal is known. */
export async function claimStatus(store: Reads, claim: Claim, now: number): Promise<ProcessStatus> {
  const here = processStatus(claim);
  if (here !== "unknown") return here;
  // The absolute value, because the clock may have been set back.
  return Math.abs(now - (await renewedAtOf(store, claim))) < LEASE ? "unknown" : "gone";
}

/**
 * Whether a claim elsewhere has missed two renewals, so that its host is probably lost. A runner takes seconds to start:
 * it is started now, and waits for the end of the claim.
 */
export const isOverdue = (endsAt: number, now: number): boolean => endsAt - now <= RENEW_EVERY;

/** Unix milliseconds of the last sign of life. A runner of an earlier version only reports. */
export async function renewedAtOf(store: Reads, { id, startedAt, renewedAt }: Claim): Promise<number> {
  if (renewedAt !== undefined) return renewedAt;
  const heartbeat = await store.get(heartbeats, ONE);
  return heartbeat?.claim === id ? heartbeat.at : startedAt;
}

/** The runner's claim while its process is alive. */
export async function livingClaim(store: Reads, now: number): Promise<Claim | undefined> {
  const claim = await store.get(claims, ONE);
  return claim && (await claimStatus(store, claim, now)) !== "gone" ? claim : undefined;
}
