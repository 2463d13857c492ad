/** A sorted copy, in an order that is the same on every machine. */
export function sorted<T>(items: readonly T[], by: (item: T) => string): T[] {
  return [...items].sort((left, right) => (by(left) < by(right) ? -1 : 1));
}
