import { MOST_COUNTED, type Portion, type Source } from "@postern/core/paging";
import { filled, rowCount, rows } from "../collections.ts";
import { currentValues } from "../rows/current.ts";
import type { Filter } from "../schemas.ts";
import { type Span, type Test, testOf } from "./condition.ts";
import { comparing, type Found, type Order, ordersOf, type Placed, placesBy } from "./order.ts";
import { type Ground, inOrder, isIndexed, placeOfBase, placeOfSpan, walk } from "./walk.ts";

/** Up to this number of rows are gathered and sorted in memory. */
const FEW = 2_000;

/** A query for rows. A row must pass every filter. Keys that the schema does not have are errors. */
export interface Query {
  readonly filters: readonly Filter[];
  readonly sort?: readonly string[];
}

/**
 * The rows that match a query, in order. If the most selective condition has few rows, they are read from its index
 * range and sorted. Otherwise rows are read in sort order until the page is full.
 */
export function rowsIn(ground: Ground, { filters, sort = [] }: Query): Source<Found> {
  const orders = ordersOf(sort, ground.schema);
  const { fits, needed, isExact } = passing(filters, ground);
  const isSorted = orders.every(isIndexed);
  if (filters.length === 0 && isSorted) return everything(ground, orders);
  return async (offset, limit) => {
    const narrowest = await narrowestOf(ground, needed);
    const isSmall = narrowest !== undefined && narrowest.count <= FEW;
    if (isSmall || !isSorted) {
      const place = isSmall ? placeOfSpan(ground, narrowest.span) : placeOfBase(ground);
      return gathered(ground, walk(ground, place), fits, orders, { offset, limit });
    }
    const isAlone = isExact && narrowest !== undefined && needed.length === 1 && narrowest.span.exact;
    const known = isAlone ? { total: narrowest.count } : {};
    // Rows with the same index value are sorted by creation.
    const isInPlace = orders.length === 0 && narrowest !== undefined && isOnePlace(narrowest.span);
    const found = isInPlace ? walk(ground, placeOfSpan(ground, narrowest.span)) : inOrder(ground, orders);
    const page = await taken(found, fits, { offset, limit, ...known, ...(narrowest && { most: narrowest.count }) });
    return (
      page ??
      gathered(ground, walk(ground, placeOfSpan(ground, (narrowest as Narrowest).span)), fits, orders, {
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
export function passing(
  filters: readonly Filter[],
  { schema }: Ground,
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
async function narrowestOf({ store, baseId, standing }: Ground, tests: readonly Test[]) {
  let narrowest: Narrowest | undefined;
  for (const { span } of tests) {
    if (!span) continue;
    const { prefix, from, to } = span;
    const range = { ...(from !== undefined && { from: [from] }), ...(to !== undefined && { to: [to] }) };
    const place = { by: "byValue" as const, prefix: [baseId, standing, ...prefix], ...range };
    const count = await store.count(rows, { ...place, limit: MOST_COUNTED + 1 });
    if (!narrowest || count < narrowest.count) narrowest = { span, count };
  }
  return narrowest;
}

/** All rows of the base. The total comes from a counter, and the store skips the rows before the page. */
function everything(ground: Ground, orders: readonly Order[]): Source<Found> {
  const { store, baseId, standing } = ground;
  return async (offset, limit) => {
    const count = await store.sum(rowCount, baseId, standing);
    const [first] = orders;
    const total = { total: Math.min(count, MOST_COUNTED), totalCapped: count > MOST_COUNTED };
    const isPlain =
      orders.length === 0 ||
      (orders.length === 1 && first && (typeof first.field === "string" || !first.field.config.options));
    if (!isPlain) return { items: await firstOf(inOrder(ground, orders), offset, limit), ...total };
    const reverse = first?.reverse ?? false;
    if (!first || typeof first.field === "string") {
      const by = first?.field === "updatedAt" ? ("byUpdated" as const) : ("byBase" as const);
      const { items } = await store.find(rows, { by, prefix: [baseId, standing], reverse, offset, limit });
      return { items: items.map((row) => ({ row, values: row.values })), ...total };
    }
    // The number of rows with a value is known: a page beyond them includes rows without a value.
    const valued = standing === "active" ? await store.sum(filled, baseId, first.field.id) : undefined;
    if (valued === undefined || offset + limit > valued)
      return { items: await firstOf(inOrder(ground, orders), offset, limit), ...total };
    const place = { by: "byValue" as const, prefix: [baseId, standing, first.field.id], reverse };
    const { items } = await store.find(rows, { ...place, offset, limit });
    return { items: items.map((row) => ({ row, values: row.values })), ...total };
  };
}

/** A page of an ordered sequence. */
async function firstOf(found: AsyncGenerator<Found>, offset: number, limit: number): Promise<Found[]> {
  const page = await taken(found, () => true, { offset, limit, total: 0 });
  return [...(page?.items ?? [])];
}

interface Asked {
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
async function taken(
  found: AsyncGenerator<Found>,
  fits: Fits,
  { offset, limit, total, most = Number.POSITIVE_INFINITY }: Asked,
): Promise<Portion<Found> | undefined> {
  const items: Found[] = [];
  let count = 0;
  let inVain = 0;
  for await (const one of found) {
    if (!fits(one)) {
      if (++inVain > FEW + most) return undefined;
      continue;
    }
    if (count >= offset && items.length < limit) items.push(one);
    count++;
    const isFull = count >= offset + limit;
    if (isFull && (total !== undefined ? true : count > MOST_COUNTED)) break;
  }
  return portion(items, total ?? count);
}

/** Like `taken`, for an unordered sequence: keeps only the sort keys of matching rows, and sorts them at the end. */
async function gathered(
  { store, schema }: Ground,
  found: AsyncGenerator<Found>,
  fits: Fits,
  orders: readonly Order[],
  { offset, limit }: Asked,
): Promise<Portion<Found>> {
  const placesOf = placesBy(orders);
  const kept = new Map<string, Placed>();
  for await (const one of found) {
    const { id } = one.row;
    if (!kept.has(id) && fits(one)) kept.set(id, { at: placesOf(one), id });
  }
  const page = [...kept.values()].sort(comparing(orders)).slice(offset, offset + limit);
  const records = await Promise.all(page.map(({ id }) => store.get(rows, id)));
  const items = records.filter((row) => row !== undefined).map((row) => ({ row, values: currentValues(row, schema) }));
  return portion(items, kept.size);
}

const portion = (items: Found[], count: number): Portion<Found> => ({
  items,
  total: Math.min(count, MOST_COUNTED),
  totalCapped: count > MOST_COUNTED,
});
