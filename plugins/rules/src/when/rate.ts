import type { Transacting } from "@postern/core";
import { recentRuns } from "../collections.ts";
import type { StoredRate } from "../schemas.ts";

/** Counts a run that is due at a time, in Unix milliseconds. Returns false, and does not count it, if there are too many. */
export async function allowRun(
  { store }: Pick<Transacting, "store">,
  ruleId: string,
  { count, perMs }: StoredRate,
  dueAt: number,
): Promise<boolean> {
  const before = (await store.get(recentRuns, ruleId))?.times ?? [];
  // A run that waits for the end of a quiet time counts for the time when it ends.
  const recent = before.filter((time) => time > dueAt - perMs);
  if (recent.length >= count) return false;
  await store.put(recentRuns, { ruleId, times: [...recent, dueAt] });
  return true;
}
