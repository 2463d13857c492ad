import { MAX_COUNTED, type Portion, type Source } from "@postern/core/paging";
import { filled, rowCount, rows } from "../collections.ts";
import { currentValues } from "../rows/current.ts";
import type { Filter } from "../schemas.ts";
import { type Span, type Test, testOf } from "./condition.ts";
import { comparatorFor, type Found, type Order, ordersOf, type SortedRow, sortKeysBy } from "./order.ts";
import { baseRange, inOrder, isIndexed, type QueryTarget, spanRange, walk } from "./walk.ts";

/** Up to this number of rows are gathered and sorted in memory. */
const MAX_IN_MEMORY = 2_000;

/** A query for rows. A row must pass every filter. Keys that the schema does not have are errors. */
export interface Query {
  readonly filters: readonly Filter[];
  readonly sort?: readonly string[];
}

/**
 * The rows that match a query, in order. If the most selective condition has few rows, they are read from its index
 * range and sorted. Otherwise rows are read in sort order until the page is full.
 */
export function rowsIn(target: QueryTarget, { filters, sort = [] }: Query): Source<Found> {
  const orders = ordersOf(sort, target.schema);
  const { fits, needed, isExact } = compileFilters(filters, target);
  const isSorted = orders.every(isIndexed);
  if (filters.length === 0 && isSorted) return allRows(target, orders);
  return async (offset, limit) => {
    const narrowest = await narrowestOf(target, needed);
    const isSmall = narrowest !== undefined && narrowest.count <= MAX_IN_MEMORY;
    if (isSmall || !isSorted) {
      const place = isSmall ? spanRange(target, narrowest.span) : baseRange(target);
      return collectSorted(target, walk(target, place), fits, orders, { offset, limit });
    }
    const isAlone = isExact && narrowest !== undefined && needed.length === 1 && narrowest.span.exact;
    const known = isAlone ? { total: narrowest.count } : {};
    // Rows with the same index value are sorted by creation.
    const isInPlace = orders.length === 0 && narrowest !== undefined && isOnePlace(narrowest.span);
    const found = isInPlace ? walk(target, spanRange(target, narrowest.span)) : inOrder(target, orders);
    const page = await collectInOrder(found, fits, {
      offset,
      limit,
      ...known,
      ...(narrowest && { most: narrowest.count }),
    });
    return (
      page ??
      collectSorted(target, walk(target, spanRange(target, (narrowest as Narrowest).span)), fits, orders, {
        offset,
        limit,
      })
    );
  };
}

const isOnePlace = ({ prefix, from, to }: Span): boolean =>
  prefix.length === 2 && from === undefined && to === undefined;

type Fits = (found: Found) => boolean;

/** A predicate for all filters, and the conditions that every matching row meets. */
export function compileFilters(
  filters: readonly Filter[],
  { schema }: QueryTarget,
): {
  fits: Fits;
  needed: readonly Test[];
  /** Whether `needed` has all conditions of the filters. */
  isExact: boolean;
} {
  const made = filters.map(({ match, where }) => ({
    match,
    tests: where.map((one, at) => testOf(one, schema, `/filter/where/${at}`)),
  }));
  const fits: Fits = ({ values, row }) =>
    made.every(({ match, tests }) =>
      match === "any" ? tests.some((test) => test.fits(values, row)) : tests.every((test) => test.fits(values, row)),
    );
  const needed = made.flatMap(({ match, tests }) => (match === "all" || tests.length === 1 ? tests : []));
  return { fits, needed, isExact: made.every(({ match, tests }) => match === "all" || tests.length === 1) };
}

interface Narrowest {
  readonly span: Span;
  readonly count: number;
}

/** The indexed condition with the fewest rows. */
async function narrowestOf({ store, baseId, status }: QueryTarget, tests: readonly Test[]) {
  let narrowest: Narrowest | undefined;
  for (const { span } of tests) {
    if (!span) continue;
    const { prefix, from, to } = span;
    const range = { ...(from !== undefined && { from: [from] }), ...(to !== undefined && { to: [to] }) };
    const place = { by: "byValue" as const, prefix: [baseId, status, ...prefix], ...range };
    const count = await store.count(rows, { ...place, limit: MAX_COUNTED + 1 });
    if (!narrowest || count < narrowest.count) narrowest = { span, count };
  }
  return narrowest;
}

/** All rows of the base. The total comes from a counter, and the store skips the rows before the page. */
function allRows(target: QueryTarget, orders: readonly Order[]): Source<Found> {
  const { store, baseId, status } = target;
  return async (offset, limit) => {
    const count = await store.sum(rowCount, baseId, status);
    const [first] = orders;
    const total = { total: Math.min(count, MAX_COUNTED), totalCapped: count > MAX_COUNTED };
    const isPlain =
      orders.length === 0 ||
      (orders.length === 1 && first && (typeof first.field === "string" || !first.field.config.options));
    if (!isPlain) return { items: await firstOf(inOrder(target, orders), offset, limit), ...total };
    const reverse = first?.reverse ?? false;
    if (!first || typeof first.field === "string") {
      const by = first?.field === "updatedAt" ? ("byUpdated" as const) : ("byBase" as const);
      const { items } = await store.find(rows, { by, prefix: [baseId, status], reverse, offset, limit });
      return { items: items.map((row) => ({ row, values: row.values })), ...total };
    }
    // The number of rows with a value is known: a page beyond them includes rows without a value.
    const valued = status === "active" ? await store.sum(filled, baseId, first.field.id) : undefined;
    if (valued === undefined || offset + limit > valued)
      return { items: await firstOf(inOrder(target, orders), offset, limit), ...total };
    const place = { by: "byValue" as const, prefix: [baseId, status, first.field.id], reverse };
    const { items } = await store.find(rows, { ...place, offset, limit });
    return { items: items.map((row) => ({ row, values: row.values })), ...total };
  };
}

/** A page of an ordered sequence. */
async function firstOf(found: AsyncGenerator<Found>, offset: number, limit: number): Promise<Found[]> {
  const page = await collectInOrder(found, () => true, { offset, limit, total: 0 });
  return [...(page?.items ?? [])];
}

interface PageRequest {
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
async function collectInOrder(
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
async function collectSorted(
  { store, schema }: QueryTarget,
  found: AsyncGenerator<Found>,
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

const portion = (items: Found[], count: number): Portion<Found> => ({
  items,
  total: Math.min(count, MAX_COUNTED),
  totalCapped: count > MAX_COUNTED,
});
