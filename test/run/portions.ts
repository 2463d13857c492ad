/** Does something with each item, 20 at the same time: on a busy machine a thousand commands at once get in each other's way. */
export async function inPortions<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += 20)
    results.push(...(await Promise.all(items.slice(from, from + 20).map(work))));
  return results;
}
