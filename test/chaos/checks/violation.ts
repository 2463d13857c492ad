/** A property that does not hold, with the records that show it. */
export interface Violation {
  readonly property: string;
  readonly records: readonly unknown[];
}

/** How many records are kept for each violation. */
const SHOWN = 20;

/** A violation for these records. None if there are no records. */
export const violation = (property: string, records: readonly unknown[]): Violation[] =>
  records.length === 0 ? [] : [{ property: `${property} (${records.length} times)`, records: records.slice(0, SHOWN) }];

/** The values that occur more than once. */
export function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) found.add(value);
    seen.add(value);
  }
  return [...found];
}

/** The items of each group, in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
