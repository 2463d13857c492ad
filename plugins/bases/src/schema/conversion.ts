import type { PropertyRecord, SchemaRecord } from "../collections.ts";
import { type Ground, placeOfBase, placeOfSpan, walk } from "../query/walk.ts";
import { converted } from "../types/convert.ts";

/** How many rows keep a value, and how many lose theirs, where a property gets another type: all that have one are tried. */
export async function tried(
  ground: Omit<Ground, "schema"> & { schema: SchemaRecord },
  before: PropertyRecord,
  after: Pick<PropertyRecord, "type" | "config">,
): Promise<{ converted: number; cleared: number }> {
  const counts = { converted: 0, cleared: 0 };
  // A row with several options stands in the index several times, and one that is not converted yet elsewhere.
  const isOnce = before.type !== "multi_select" && !before.former;
  const place = isOnce ? placeOfSpan(ground, { prefix: [before.id] }) : placeOfBase(ground);
  for await (const { values } of walk(ground, place)) {
    const value = values[before.id];
    if (value === undefined) continue;
    if (converted(value, before, after) === undefined) counts.cleared++;
    else counts.converted++;
  }
  return counts;
}
