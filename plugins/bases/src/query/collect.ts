import { MAX_COUNTED, type Portion, paceItems } from "@postern/kit/paging";
import { rows } from "../collections.ts";
import { currentValues } from "../rows/current.ts";
import { idsIn } from "./intersection.ts";
import { comparatorFor, type Found, type Order, type SortedRow, sortKeysBy } from "./order.ts";
import { baseRange, type QueryTarget, rangesOf } from "./walk.ts";

/** Up to this number of rows are gathered and sorted in memory. */
export const MAX_IN_MEMORY = 2_000;

export type Fits = (found: Found) => boolean;

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  /** The total number of matches, if known. */
  readonly total?: number;
  /** Rows to read without a match before another way is cheaper. */
  readonly most?: number;
}

/**
 * A page of the rows that match, in the order of `found`, reading no further than needed. Undefined if more than `most`
 * rows had to be read in vain.
 */
export async function collectInOrder(
  found: AsyncGenerator<Found>,
  fits: Fits,
  { offset, limit, total, most = Number.POSITIVE_INFINITY }: PageRequest,
): Promise<Portion<Found> | undefined> {
  const items: Found[] = [];
  let count = 0;
  let misses = 0;
  for await (const one of found) {
    if (!fits(one)) {
      if (++misses > MAX_IN_MEMORY + most) return undefined;
      continue;
    }
    if (count >= offset && items.length < limit) items.push(one);
    count++;
    const isFull = count >= offset + limit;
    if (isFull && (total !== undefined ? true : count > MAX_COUNTED)) break;
  }
  return portion(items, total ?? count);
}

/** Like `collectInOrder`, for an unordered sequence: keeps only the sort keys of matching rows, and sorts them at the end. */
export async function collectSorted(
  { store, schema }: QueryTarget,
  found: AsyncIterable<Found>,
  fits: Fits,
  orders: readonly Order[],
  { offset, limit }: PageRequest,
): Promise<Portion<Found>> {
  const sortKeysOf = sortKeysBy(orders);
  const kept = new Map<string, SortedRow>();
  for await (const one of found) {
    const { id } = one.row;
    if (!kept.has(id) && fits(one)) kept.set(id, { at: sortKeysOf(one), id });
  }
  const page = [...kept.values()].sort(comparatorFor(orders)).slice(offset, offset + limit);
  const records = await Promise.all(page.map(({ id }) => store.get(rows, id)));
  const items = records.filter((row) => row !== undefined).map((row) => ({ row, values: currentValues(row, schema) }));
  return portion(items, kept.size);
}

/**
 * A page of known rows, along the index of one level at most: only the rows on the page are read. Takes the ids out of
 * the set.
 */
export async function collectKnown(
  target: QueryTarget,
  ids: Set<string>,
  order: Order | undefined,
  { offset, limit }: PageRequest,
): Promise<Portion<Found>> {
  const total = ids.size;
  const page: string[] = [];
  let left = offset;
  const places = order ? rangesOf(target, order) : [];
  // Rows without a value are in no range of their property.
  for (const place of [...places, { ...baseRange(target), reverse: order?.reverse ?? false }]) {
    for await (const portion of idsIn(target, place)) {
      for (const id of portion) if (ids.delete(id) && left-- <= 0 && page.length < limit) page.push(id);
      if (page.length === limit || ids.size === 0) break;
    }
    if (page.length === limit || ids.size === 0) break;
  }
  const items: Found[] = [];
  for await (const found of recordsOf(target, page)) items.push(found);
  return portion(items, total);
}

/** The rows with these ids. Damaged ones are skipped. */
export async function* recordsOf({ store, schema }: QueryTarget, ids: Iterable<string>): AsyncGenerator<Found, void> {
  for await (const id of paceItems(ids)) {
    const { items } = await store.find(rows, { prefix: [id], limit: 1 });
    for (const row of items) yield { row, values: currentValues(row, schema) };
  }
}

const portion = (items: Found[], count: number): Portion<Found> => ({
  items,
  total: Math.min(count, MAX_COUNTED),
  totalCapped: count > MAX_COUNTED,
});
