import { MAX_COUNTED, type Source } from "@postern/kit/paging";
import { filled, rowCount, rows } from "../collections.ts";
import type { Filter } from "../schemas.ts";
import { collectInOrder, collectKnown, collectSorted, type Fits, MAX_IN_MEMORY, recordsOf } from "./collect.ts";
import { type Span, type Test, testOf } from "./condition.ts";
import { commonIds } from "./intersection.ts";
import { type Found, type Order, ordersOf } from "./order.ts";
import { intersectSpans } from "./spans.ts";
import { baseRange, inOrder, isIndexed, type QueryTarget, spanRange, walk } from "./walk.ts";

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
  const spans = intersectSpans(needed.flatMap(({ span }) => span ?? []));
  const isInIndex = isExact && needed.every(({ span }) => span?.exact);
  return async (offset, limit) => {
    const page = { offset, limit };
    const common = spans.length > 1 ? await commonIds(target, spans) : undefined;
    if (common) {
      const { ids, isComplete } = common;
      const isKnown = isInIndex && isComplete;
      if (ids.size <= MAX_IN_MEMORY || !isSorted)
        return collectSorted(target, recordsOf(target, ids), fits, orders, page);
      if (isKnown && orders.length <= 1) return collectKnown(target, ids, orders[0], page);
    }
    const narrowest = await narrowestOf(target, spans);
    const isSmall = narrowest !== undefined && narrowest.count <= MAX_IN_MEMORY;
    if (isSmall || !isSorted) {
      const place = isSmall ? spanRange(target, narrowest.span) : baseRange(target);
      return collectSorted(target, walk(target, place), fits, orders, page);
    }
    const isAlone = isInIndex && spans.length === 1 && narrowest !== undefined;
    const known = isAlone ? { total: narrowest.count } : {};
    // Rows with the same index value are sorted by creation.
    const isInPlace = orders.length === 0 && narrowest !== undefined && isOnePlace(narrowest.span);
    const found = isInPlace ? walk(target, spanRange(target, narrowest.span)) : inOrder(target, orders);
    const most = narrowest && { most: narrowest.count };
    return (
      (await collectInOrder(found, fits, { ...page, ...known, ...most })) ??
      collectSorted(target, walk(target, spanRange(target, (narrowest as Narrowest).span)), fits, orders, page)
    );
  };
}

const isOnePlace = ({ prefix, from, to }: Span): boolean =>
  prefix.length === 2 && from === undefined && to === undefined;

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
async function narrowestOf(target: QueryTarget, spans: readonly Span[]) {
  let narrowest: Narrowest | undefined;
  for (const span of spans) {
    const count = await target.store.count(rows, { ...spanRange(target, span), limit: MAX_COUNTED + 1 });
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
