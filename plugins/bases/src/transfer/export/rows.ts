import { setImmediate as turn } from "node:timers/promises";
import { rows } from "../../collections.ts";
import { ExportTooLarge } from "../../errors.ts";
import { comparatorFor, type Found, ordersOf, type SortedRow, sortKeysBy } from "../../query/order.ts";
import { compileFilters, type Query, rowsIn } from "../../query/source.ts";
import { baseRange, inOrder, isIndexed, type QueryTarget, walk } from "../../query/walk.ts";
import { currentValues } from "../../rows/current.ts";

const MAX_ROWS = 100_000;
const PORTION = 200;
/** A filtered query is first read like a list of up to this size, which uses the index. */
const LIST_LIMIT = 500;

/** All rows that a list would show, in its order, in portions. Throws a 409 error if there are too many. */
export async function* exportedRows(target: QueryTarget, query: Query): AsyncGenerator<readonly Found[], void> {
  if (query.filters.length > 0) {
    const { items } = await rowsIn(target, query)(0, LIST_LIMIT);
    if (items.length < LIST_LIMIT) return yield [...items];
  }
  let count = 0;
  let portion: Found[] = [];
  for await (const found of passingInOrder(target, query)) {
    if (++count > MAX_ROWS) throw ExportTooLarge({ what: `The export has more than ${MAX_ROWS} rows` });
    portion.push(found);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

async function* passingInOrder(target: QueryTarget, { filters, sort = [] }: Query): AsyncGenerator<Found> {
  const orders = ordersOf(sort, target.schema);
  const { fits } = compileFilters(filters, target);
  if (orders.every(isIndexed)) {
    for await (const found of inOrder(target, orders)) if (fits(found)) yield found;
    return;
  }
  // While a type changes, no index has the order, so the sort keys are sorted here.
  const sortKeysOf = sortKeysBy(orders);
  const kept: SortedRow[] = [];
  for await (const found of walk(target, baseRange(target))) {
    if (!fits(found)) continue;
    kept.push({ at: sortKeysOf(found), id: found.row.id });
    if (kept.length > MAX_ROWS) throw ExportTooLarge({ what: `The export has more than ${MAX_ROWS} rows` });
  }
  for (const [n, { id }] of kept.sort(comparatorFor(orders)).entries()) {
    const row = await target.store.get(rows, id);
    if (row) yield { row, values: currentValues(row, target.schema) };
    if (n % PORTION === 0) await turn();
  }
}
