import { randomUUID } from "node:crypto";
import type { Reads } from "@postern/core";
import { livingClaim } from "./claim-status.ts";
import { claims, heartbeats, ONE } from "./records.ts";

/** A runner without a report for this many milliseconds counts as stopped. */
const SILENT = 10_000;

/** The run of the active runner, or undefined if there is none. */
export async function runOf(store: Reads, now: number): Promise<string | undefined> {
  const claim = await livingClaim(store, now);
  if (!claim) return undefined;
  const heartbeat = await store.get(heartbeats, ONE);
  const heardAt = heartbeat?.claim === claim.id ? heartbeat.at : claim.startedAt;
  return now - heardAt < SILENT ? claim.id : undefined;
}

/** The run of this process, which is the runner. A new one if no process holds the claim. */
export const ownRun = async (store: Reads): Promise<string> => (await store.get(claims, ONE))?.id ?? randomUUID();
