/** How many changes of each gateway a version of a record holds. */
export type Vector = Readonly<Record<string, number>>;

/** How one version stands to another: it holds less, more, the same changes, or each holds some that the other has not. */
export type Order = "before" | "after" | "equal" | "apart";

const covers = (one: Vector, other: Vector): boolean =>
  Object.entries(other).every(([site, count]) => (one[site] ?? 0) >= count);

export function compared(one: Vector, other: Vector): Order {
  const [isCovered, isCovering] = [covers(other, one), covers(one, other)];
  if (isCovered) return isCovering ? "equal" : "before";
  return isCovering ? "after" : "apart";
}

/** Changes of one record that a gateway may have made while nobody heard of it. */
const MOST_UNHEARD = 2 ** 20;

/**
 * Refuses a version that claims far more changes than were ever seen: it would win against every other for good, and
 * leave no room to count on.
 */
export function assertCredible(known: Vector, vector: Vector): void {
  const site = Object.keys(vector).find((one) => (vector[one] ?? 0) > (known[one] ?? 0) + MOST_UNHEARD);
  if (site !== undefined)
    throw new Error(`It claims ${vector[site]} changes of ${site}, of which ${known[site] ?? 0} are known`);
}

/** With one more change of a gateway. */
export const raised = (vector: Vector, site: string): Vector => ({ ...vector, [site]: (vector[site] ?? 0) + 1 });

/** All changes of both. */
export function merged(one: Vector, other: Vector): Vector {
  const both: Record<string, number> = { ...one };
  for (const [site, count] of Object.entries(other)) both[site] = Math.max(both[site] ?? 0, count);
  return both;
}
