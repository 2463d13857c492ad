import type { PropertyRecord, RowRecord, SchemaRecord } from "../collections.ts";
import { converted } from "../types/convert.ts";

/**
 * The values of a row under the current schema. A change of type rewrites rows one by one; until then, values are
 * converted when they are read.
 */
export function currentValues(row: RowRecord, { properties }: Pick<SchemaRecord, "properties">): RowRecord["values"] {
  const changed = properties.filter((property) => isStale(row, property));
  if (changed.length === 0) return row.values;
  const values = { ...row.values };
  for (const property of changed) {
    const value = convertThrough(values[property.id], row, property);
    if (value === undefined) delete values[property.id];
    else values[property.id] = value;
  }
  return values;
}

/**
 * A row converted to the current schema, without the values of purged properties. Archiving and unarchiving must store
 * this version, because they can move a row to a part of the index that a running conversion has already passed.
 */
export function convertRow(row: RowRecord, schema: SchemaRecord): RowRecord {
  const known = new Set(schema.properties.map(({ id }) => id));
  const values = Object.entries(currentValues(row, schema)).filter(([id]) => known.has(id));
  return { ...row, values: Object.fromEntries(values), schema: schema.version };
}

/** Whether the row has a value of a former type of the property. */
export const isStale = (row: RowRecord, { id, former = [] }: PropertyRecord): boolean =>
  former.some(({ until }) => row.schema < until) && row.values[id] !== undefined;

/** Converts a value through all types that the property has had since the value was written. */
function convertThrough(value: unknown, row: RowRecord, { type, config, former = [] }: PropertyRecord): unknown {
  const types = [...former.filter(({ until }) => row.schema < until), { type, config }];
  let now = value;
  for (let at = 1; at < types.length && now !== undefined; at++) {
    const [from, to] = [types[at - 1], types[at]];
    if (from && to) now = converted(now, from, to);
  }
  return now;
}
