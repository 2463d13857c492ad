import type { Reads } from "@postern/core";
import { type ConflictRecord, conflicts } from "./collections.ts";
import { ConflictNotFound } from "./errors.ts";

/** Returns the conflict or throws 404. */
export async function conflictOf(store: Reads, id: string): Promise<ConflictRecord> {
  const found = await store.get(conflicts, id);
  if (!found) throw ConflictNotFound({ id });
  return found;
}
