import type { PropertyRecord, SchemaRecord } from "../collections.ts";
import { baseRange, type QueryTarget, spanRange, walk } from "../query/walk.ts";
import { converted } from "../types/convert.ts";

/** Counts how many rows keep or lose their value in a change of type, by converting all of them. */
export async function countConversions(
  target: Omit<QueryTarget, "schema"> & { schema: SchemaRecord },
  before: PropertyRecord,
  after: Pick<PropertyRecord, "type" | "config">,
): Promise<{ converted: number; cleared: number }> {
  const counts = { converted: 0, cleared: 0 };
  // The index has several entries for a row with several options, and outdated ones for rows not converted yet.
  const isOnce = before.type !== "multi_select" && !before.former;
  const place = isOnce ? spanRange(target, { prefix: [before.id] }) : baseRange(target);
  for await (const { values } of walk(target, place)) {
    const value = values[before.id];
    if (value === undefined) continue;
    if (converted(value, before, after) === undefined) counts.cleared++;
    else counts.converted++;
  }
  return counts;
}
