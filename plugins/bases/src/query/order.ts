import { gatewayErrors } from "@postern/core";
import type { PropertyRecord, RowRecord, SchemaRecord } from "../collections.ts";
import { livePropertyOf } from "../schema/find.ts";
import { sortKeysOf } from "../sort-keys.ts";

/** One level of a sort order. */
export interface Order {
  readonly field: PropertyRecord | "createdAt" | "updatedAt";
  readonly reverse: boolean;
}

/** Parses `key:desc`, or throws a 400 error. */
export function ordersOf(sort: readonly string[], schema: SchemaRecord, path = "/sort"): Order[] {
  return sort.map((entry, at) => {
    const [name = "", direction = "asc"] = entry.split(":");
    const reverse = direction === "desc";
    if (name === "createdAt" || name === "updatedAt") return { field: name, reverse };
    const property = livePropertyOf(schema, name);
    if (property.type !== "multi_select") return { field: property, reverse };
    const message = `must not be "${name}": rows cannot be sorted by a multi_select property`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: `${path}/${at}`, code: "sort", message }] });
  });
}

export type Values = RowRecord["values"];

/** A row, with its values converted to the current schema. */
export interface Found {
  readonly row: RowRecord;
  readonly values: Values;
}

/** The sort keys of options, in the configured order. */
export function optionsOf({ type, config }: PropertyRecord): string[] | undefined {
  if (type !== "select" && type !== "status") return undefined;
  return (config.options ?? []).flatMap(({ id }) => sortKeysOf(id));
}

/** The sort keys of a row, one per level; undefined if the row has no value, which sorts last. */
export function sortKeysBy(orders: readonly Order[]): (found: Found) => (string | undefined)[] {
  const makers = orders.map(({ field }) => {
    if (field === "createdAt") return ({ row }: Found) => row.id;
    if (field === "updatedAt") return ({ row }: Found) => row.updatedAt;
    const options = optionsOf(field);
    const rank = new Map(options?.map((sortKey, at) => [sortKey, String(at).padStart(4, "0")]));
    return ({ values }: Found) => {
      const [sortKey] = sortKeysOf(values[field.id]);
      return options && sortKey !== undefined ? rank.get(sortKey) : sortKey;
    };
  });
  return (found) => makers.map((make) => make(found));
}

/** A row in sorting: its sort keys and its id. */
export interface SortedRow {
  readonly at: readonly (string | undefined)[];
  readonly id: string;
}

/** Compares rows by all levels. Equal rows are sorted by creation, in the direction of the first level. */
export function comparatorFor(orders: readonly Order[]): (a: SortedRow, b: SortedRow) => number {
  const last = orders[0]?.reverse ? -1 : 1;
  return (a, b) => {
    for (let at = 0; at < orders.length; at++) {
      const [left, right] = [a.at[at], b.at[at]];
      if (left === right) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      return (left < right ? -1 : 1) * (orders[at]?.reverse ? -1 : 1);
    }
    return a.id === b.id ? 0 : (a.id < b.id ? -1 : 1) * last;
  };
}
