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

/** The Levenshtein distance: how many characters to change, add or remove. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] as number) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[right.length] as number;
}
