import type { StoreView, Verified } from "../storage/index.ts";
import { lostIn } from "./lost.ts";
import { verified } from "./records.ts";

/**
 * Reads and checks every record of a snapshot, in a separate process if damage could crash the current one. In a store
 * without counts of its own, losses are found by comparing records with their indexes.
 */
export async function verifyStore(store: StoreView, signal: AbortSignal): Promise<Verified> {
  if (store.verify) return store.verify(signal);
  const snapshot = await store.snapshot();
  try {
    const found = await verified(snapshot, undefined, signal);
    return { ...found, lost: await lostIn(snapshot, store.collections, signal) };
  } finally {
    snapshot.release();
  }
}
