import type { Reads } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import type { SchemaRecord } from "../collections.ts";
import { rows } from "../collections.ts";
import { currentValues } from "../rows/current.ts";
import { comparing, type Found, type Order, optionsOf, placesBy } from "./order.ts";

/** The rows of a base that a query reads: active or archived. */
export interface Ground {
  readonly store: Reads;
  readonly baseId: string;
  readonly standing: "active" | "archived";
  readonly schema: SchemaRecord;
}

interface Place {
  by: "byBase" | "byValue" | "byUpdated";
  prefix: string[];
  from?: [string];
  to?: [string];
  reverse?: boolean;
}

/** The rows in an index range, with values converted to the current schema. */
export async function* walk({ store, schema }: Ground, place: Place): AsyncGenerator<Found> {
  for await (const row of everyOf(store, rows, { ...place, portion: 200 })) {
    yield { row, values: currentValues(row, schema) };
  }
}

export const placeOfBase = ({ baseId, standing }: Ground): Place => ({ by: "byBase", prefix: [baseId, standing] });

export const placeOfSpan = (
  { baseId, standing }: Ground,
  { prefix, from, to }: { prefix: readonly string[]; from?: string; to?: string },
): Place => ({
  by: "byValue",
  prefix: [baseId, standing, ...prefix],
  ...(from !== undefined && { from: [from] }),
  ...(to !== undefined && { to: [to] }),
});

/** Whether an index has this order. While a type changes, there is none. */
export const isIndexed = ({ field }: Order): boolean =>
  typeof field === "string" || field.former === undefined || field.former.length === 0;

/** All rows in order: along the index of the first level, with equal rows sorted by the other levels. */
export async function* inOrder(ground: Ground, orders: readonly Order[]): AsyncGenerator<Found> {
  const [first, ...rest] = orders;
  if (!first) return yield* walk(ground, placeOfBase(ground));
  if (rest.length === 0) return yield* along(ground, first);
  const placesOf = placesBy(orders);
  const compare = comparing(orders);
  let group: { at: (string | undefined)[]; id: string; found: Found }[] = [];
  const sorted = () => group.sort(compare).map(({ found }) => found);
  for await (const found of along(ground, first)) {
    const one = { at: placesOf(found), id: found.row.id, found };
    if (group.length > 0 && group[0]?.at[0] !== one.at[0]) {
      yield* sorted();
      group = [];
    }
    group.push(one);
  }
  yield* sorted();
}

/** Rows along the index of one level, then the rows without a value by creation. */
async function* along(ground: Ground, { field, reverse }: Order): AsyncGenerator<Found> {
  if (field === "createdAt") return yield* walk(ground, { ...placeOfBase(ground), reverse });
  if (field === "updatedAt") return yield* walk(ground, { ...placeOfBase(ground), by: "byUpdated", reverse });
  const options = optionsOf(field);
  const prefixes = options ? options.map((place) => [field.id, place]) : [[field.id]];
  for (const prefix of reverse ? prefixes.reverse() : prefixes) {
    yield* walk(ground, { ...placeOfSpan(ground, { prefix }), reverse });
  }
  yield* withoutValue(ground, field.id, reverse);
}

async function* withoutValue(ground: Ground, id: string, reverse: boolean): AsyncGenerator<Found> {
  for await (const found of walk(ground, { ...placeOfBase(ground), reverse })) {
    if (found.values[id] === undefined) yield found;
  }
}
