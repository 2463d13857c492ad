import { distance } from "fastest-levenshtein";

/** Up to three of `names` that are spelled most like `name`, within a third of its length. */
export function suggest(name: string, names: readonly string[]): string[] {
  if (name.length > 128) return [];
  const bound = Math.max(2, Math.floor(name.length / 3));
  return names
    .map((other) => ({ other, distance: distance(name, other) }))
    .filter(({ distance }) => distance <= bound)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ other }) => other);
}
