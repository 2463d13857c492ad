import { MOST_COUNTED, type Portion, type Source } from "@postern/core/paging";
import { filled, rowCount, rows } from "../collections.ts";
import { currentValues } from "../rows/current.ts";
import type { Filter } from "../schemas.ts";
import { type Span, type Test, testOf } from "./condition.ts";
import { comparing, type Found, type Order, ordersOf, type Placed, placesBy } from "./order.ts";
import { type Ground, inOrder, isIndexed, placeOfBase, placeOfSpan, walk } from "./walk.ts";

/** So few rows are looked at and sorted at once. */
const FEW = 2_000;

/** What a list of rows asks for; names that the schema does not have are errors. A row must pass each of the filters. */
export interface Query {
  readonly filters: readonly Filter[];
  readonly sort?: readonly string[];
}

/**
 * Rows that pass, in an order. The narrowest part of the index that a condition names is gone over where it is small;
 * else the rows are taken in order from the index until the page is full.
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
    // What stands at one place of the index stands there as it was made.
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

/** What passes all filters, and the conditions that each row which passes must meet. */
export function passing(
  filters: readonly Filter[],
  { schema }: Ground,
): {
  fits: Fits;
  needed: readonly Test[];
  /** Whether these are all conditions that there are. */
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

/** The condition that leaves the fewest rows, of those that the index knows. */
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

/** All rows of the base: how many there are is counted along, and what is skipped is skipped by the store. */
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
    // Rows with a value come first, and they are counted: an offset beyond them starts among the others.
    const valued = standing === "active" ? await store.sum(filled, baseId, first.field.id) : undefined;
    if (valued === undefined || offset + limit > valued)
      return { items: await firstOf(inOrder(ground, orders), offset, limit), ...total };
    const place = { by: "byValue" as const, prefix: [baseId, standing, first.field.id], reverse };
    const { items } = await store.find(rows, { ...place, offset, limit });
    return { items: items.map((row) => ({ row, values: row.values })), ...total };
  };
}

/** Some of what comes, in its order. */
async function firstOf(found: AsyncGenerator<Found>, offset: number, limit: number): Promise<Found[]> {
  const page = await taken(found, () => true, { offset, limit, total: 0 });
  return [...(page?.items ?? [])];
}

interface Asked {
  readonly offset: number;
  readonly limit: number;
  /** How many fit in all, where that is known. */
  readonly total?: number;
  /** Rows to look at in vain before another way is cheaper. */
  readonly most?: number;
}

/** The page of what fits, in the order it comes; looks no further than it must. Undefined where that is further than `most`. */
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

/** The same for what comes in no order: of what fits, only the places are kept, and the page is sorted out at the end. */
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
