import type { Reads } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import type { SchemaRecord } from "../collections.ts";
import { rows } from "../collections.ts";
import { currentValues } from "../rows/current.ts";
import { comparatorFor, type Found, type Order, optionsOf, sortKeysBy } from "./order.ts";

/** The rows of a base that a query reads: active or archived. */
export interface QueryTarget {
  readonly store: Reads;
  readonly baseId: string;
  readonly status: "active" | "archived";
  readonly schema: SchemaRecord;
}

export interface IndexRange {
  by: "byBase" | "byValue" | "byUpdated";
  prefix: string[];
  from?: [string];
  to?: [string];
  reverse?: boolean;
}

/** The rows in an index range, with values converted to the current schema. */
export async function* walk({ store, schema }: QueryTarget, place: IndexRange): AsyncGenerator<Found> {
  for await (const row of scanRecords(store, rows, { ...place, portion: 200 })) {
    yield { row, values: currentValues(row, schema) };
  }
}

export const baseRange = ({ baseId, status }: QueryTarget): IndexRange => ({ by: "byBase", prefix: [baseId, status] });

export const spanRange = (
  { baseId, status }: QueryTarget,
  { prefix, from, to }: { prefix: readonly string[]; from?: string; to?: string },
): IndexRange => ({
  by: "byValue",
  prefix: [baseId, status, ...prefix],
  ...(from !== undefined && { from: [from] }),
  ...(to !== undefined && { to: [to] }),
});

/** Whether an index has this order. While a type changes, there is none. */
export const isIndexed = ({ field }: Order): boolean =>
  typeof field === "string" || field.former === undefined || field.former.length === 0;

/** All rows in order: along the index of the first level, with equal rows sorted by the other levels. */
export async function* inOrder(target: QueryTarget, orders: readonly Order[]): AsyncGenerator<Found> {
  const [first, ...rest] = orders;
  if (!first) return yield* walk(target, baseRange(target));
  if (rest.length === 0) return yield* along(target, first);
  const sortKeysOf = sortKeysBy(orders);
  const compare = comparatorFor(orders);
  let group: { at: (string | undefined)[]; id: string; found: Found }[] = [];
  const sorted = () => group.sort(compare).map(({ found }) => found);
  for await (const found of along(target, first)) {
    const one = { at: sortKeysOf(found), id: found.row.id, found };
    if (group.length > 0 && group[0]?.at[0] !== one.at[0]) {
      yield* sorted();
      group = [];
    }
    group.push(one);
  }
  yield* sorted();
}

/** Rows along the index of one level, then the rows without a value by creation. */
async function* along(target: QueryTarget, order: Order): AsyncGenerator<Found> {
  for (const place of rangesOf(target, order)) yield* walk(target, place);
  const { field, reverse } = order;
  if (typeof field !== "string") yield* withoutValue(target, field.id, reverse);
}

/** The index ranges that have the rows with a value in order. */
export function rangesOf(target: QueryTarget, { field, reverse }: Order): IndexRange[] {
  if (field === "createdAt") return [{ ...baseRange(target), reverse }];
  if (field === "updatedAt") return [{ ...baseRange(target), by: "byUpdated", reverse }];
  const options = optionsOf(field);
  const prefixes = options ? options.map((place) => [field.id, place]) : [[field.id]];
  if (reverse) prefixes.reverse();
  return prefixes.map((prefix) => ({ ...spanRange(target, { prefix }), reverse }));
}

async function* withoutValue(target: QueryTarget, id: string, reverse: boolean): AsyncGenerator<Found> {
  for await (const found of walk(target, { ...baseRange(target), reverse })) {
    if (found.values[id] === undefined) yield found;
  }
}
