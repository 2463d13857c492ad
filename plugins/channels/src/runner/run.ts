import { randomUUID } from "node:crypto";
import type { Reads } from "@postern/core";
import { beats, claims, livingClaim, ONE } from "./records.ts";

/** A runner that was not heard of for so long, in milliseconds, is gone. */
const SILENT = 10_000;

/** Which runner is at work, undefined where none is. */
export async function runOf(store: Reads, now: number): Promise<string | undefined> {
  const claim = await livingClaim(store, now);
  if (!claim) return undefined;
  const beat = await store.get(beats, ONE);
  const heardAt = beat?.claim === claim.id ? beat.at : claim.startedAt;
  return now - heardAt < SILENT ? claim.id : undefined;
}

/** The run of this process, which is the runner; where nobody has claimed to be, one of its own. */
export const ownRun = async (store: Reads): Promise<string> => (await store.get(claims, ONE))?.id ?? randomUUID();
