import type { Caller } from "@postern/core";
import { MAX_COUNTED, type Source } from "./source.ts";

const PORTION = 500;

/**
 * The source of a list, limited to the resources that the caller's grants name: paged and counted as if there were no
 * others. For `narrowed` operations: `operation` is the id of the list, and `idsOf` returns the resources of an item,
 * one of which must be reached.
 */
export function limitToGrants<T>(
  source: Source<T>,
  caller: Caller,
  operation: `${string}.${string}`,
  idsOf: (item: T) => string | readonly (string | undefined)[],
): Source<T> {
  const reach = caller.reach(`${operation.slice(0, operation.indexOf("."))}:read`, operation);
  if (reach === "all") return source;
  return async (offset, limit) => {
    const items: T[] = [];
    let total = 0;
    for await (const item of source.each?.() ?? portionsOf(source)) {
      if (![idsOf(item)].flat().some((id) => id !== undefined && reach.has(id))) continue;
      if (total >= offset && items.length < limit) items.push(item);
      total++;
      if (total > MAX_COUNTED && total >= offset + limit) break;
    }
    return { items, total: Math.min(total, MAX_COUNTED), totalCapped: total > MAX_COUNTED };
  };
}

async function* portionsOf<T>(source: Source<T>): AsyncGenerator<T, void> {
  for (let offset = 0; ; offset += PORTION) {
    const { items } = await source(offset, PORTION);
    yield* items;
    if (items.length === 0) return;
  }
}
