/** The number of changes of each gateway that a version of a record includes. */
export type Vector = Readonly<Record<string, number>>;

/**
 * The order of two versions: one includes fewer, more or the same changes, or each has changes that the other lacks.
 */
export type Order = "before" | "after" | "equal" | "apart";

const covers = (one: Vector, other: Vector): boolean =>
  Object.entries(other).every(([site, count]) => (one[site] ?? 0) >= count);

export function compared(one: Vector, other: Vector): Order {
  const [isCovered, isCovering] = [covers(other, one), covers(one, other)];
  if (isCovered) return isCovering ? "equal" : "before";
  return isCovering ? "after" : "apart";
}

/** Maximum number of changes of a record that a gateway may have made since its last exchange. */
const MAX_UNSEEN = 2 ** 20;

/**
 * Rejects a version that claims far more changes than were ever seen: it would permanently win against every other
 * version.
 */
export function assertCredible(known: Vector, vector: Vector): void {
  const site = Object.keys(vector).find((id) => (vector[id] ?? 0) > (known[id] ?? 0) + MAX_UNSEEN);
  if (site !== undefined)
    throw new Error(`The record claims ${vector[site]} changes of ${site}, but only ${known[site] ?? 0} are known`);
}

/** Adds one change of a gateway. */
export const raised = (vector: Vector, site: string): Vector => ({ ...vector, [site]: (vector[site] ?? 0) + 1 });

/** The union of the changes of both. */
export function merged(one: Vector, other: Vector): Vector {
  const both: Record<string, number> = { ...one };
  for (const [site, count] of Object.entries(other)) both[site] = Math.max(both[site] ?? 0, count);
  return both;
}
