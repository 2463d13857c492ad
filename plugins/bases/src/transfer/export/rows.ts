import { setImmediate as turn } from "node:timers/promises";
import { rows } from "../../collections.ts";
import { ExportTooLarge } from "../../errors.ts";
import { comparing, type Found, ordersOf, type Placed, placesBy } from "../../query/order.ts";
import { passing, type Query, rowsIn } from "../../query/source.ts";
import { type Ground, inOrder, isIndexed, placeOfBase, walk } from "../../query/walk.ts";
import { currentValues } from "../../rows/current.ts";

const MOST_ROWS = 100_000;
const PORTION = 200;
/** A filtered query is first read like a list of up to this size, which uses the index. */
const FEW = 500;

/** All rows that a list would show, in its order, in portions. Throws a 409 error if there are too many. */
export async function* exported(ground: Ground, query: Query): AsyncGenerator<readonly Found[], void> {
  if (query.filters.length > 0) {
    const { items } = await rowsIn(ground, query)(0, FEW);
    if (items.length < FEW) return yield [...items];
  }
  let count = 0;
  let portion: Found[] = [];
  for await (const found of passingInOrder(ground, query)) {
    if (++count > MOST_ROWS) throw ExportTooLarge({ what: `The export has more than ${MOST_ROWS} rows` });
    portion.push(found);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

async function* passingInOrder(ground: Ground, { filters, sort = [] }: Query): AsyncGenerator<Found> {
  const orders = ordersOf(sort, ground.schema);
  const { fits } = passing(filters, ground);
  if (orders.every(isIndexed)) {
    for await (const found of inOrder(ground, orders)) if (fits(found)) yield found;
    return;
  }
  // While a type changes, no index has the order, so the sort keys are sorted here.
  const placesOf = placesBy(orders);
  const kept: Placed[] = [];
  for await (const found of walk(ground, placeOfBase(ground))) {
    if (!fits(found)) continue;
    kept.push({ at: placesOf(found), id: found.row.id });
    if (kept.length > MOST_ROWS) throw ExportTooLarge({ what: `The export has more than ${MOST_ROWS} rows` });
  }
  for (const [n, { id }] of kept.sort(comparing(orders)).entries()) {
    const row = await ground.store.get(rows, id);
    if (row) yield { row, values: currentValues(row, ground.schema) };
    if (n % PORTION === 0) await turn();
  }
}
