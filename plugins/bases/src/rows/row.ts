import { type MutableRecords, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { filled, type RowRecord, rowCount, rows, type SchemaRecord, statusOf } from "../collections.ts";
import { RowArchived, RowNotFound, RowVersionMismatch } from "../errors.ts";
import { liveOf } from "../schema/find.ts";
import type { Row } from "../schemas.ts";
import { typeOf } from "../types/index.ts";
import { currentValues } from "./current.ts";

/**
 * The id of a new row, the first or the `place`th of at most 4,096 in a commit. Row ids sort by creation. The last
 * digits are random, because linked gateways count their commits independently.
 */
export const rowId = ({ stamp, id }: Pick<Transacting, "stamp" | "id">, place = 0): string =>
  `row_${stamp}${place.toString(16).padStart(3, "0")}${id("").slice(-7)}`;

export async function rowOf(store: Reads, id: string): Promise<RowRecord> {
  const row = await store.get(rows, id);
  if (!row) throw RowNotFound({ row: id });
  return row;
}

/** A row that can be changed, checked against the version that the caller expects. */
export async function openRowOf(store: Reads, id: string, expected?: number): Promise<RowRecord> {
  const row = await rowOf(store, id);
  if (row.archivedAt !== undefined) throw RowArchived({ row: id });
  if (expected !== undefined && expected !== row.version) throw RowVersionMismatch({ expected, version: row.version });
  return row;
}

/** Writes a row and updates its counters. */
export async function putRow(store: MutableRecords, after: RowRecord, before?: RowRecord): Promise<void> {
  await store.put(rows, after);
  const [now, then] = [statusOf(after), before && statusOf(before)];
  if (now !== then) {
    store.add(rowCount, 1, after.baseId, now);
    if (then) store.add(rowCount, -1, after.baseId, then);
  }
  const has = now === "active" ? after.values : {};
  const had = then === "active" && before ? before.values : {};
  for (const id in has) if (!(id in had)) store.add(filled, 1, after.baseId, id);
  for (const id in had) if (!(id in has)) store.add(filled, -1, after.baseId, id);
}

/** Deletes a row and updates its counters. */
export async function deleteRow(store: MutableRecords, row: RowRecord): Promise<void> {
  await store.delete(rows, row.id);
  store.add(rowCount, -1, row.baseId, statusOf(row));
  if (statusOf(row) === "active") for (const id in row.values) store.add(filled, -1, row.baseId, id);
}

/** A row in answers. `only` selects properties by id. */
export function showRow(row: RowRecord, schema: SchemaRecord, only?: readonly string[]): Row {
  const values = currentValues(row, schema);
  const shown = only ? only.flatMap((id) => liveOf(schema).find((one) => one.id === id) ?? []) : liveOf(schema);
  const { id, baseId, version, createdAt, updatedAt, createdBy, archivedAt } = row;
  return omitUndefined({
    id,
    baseId,
    values: Object.fromEntries(
      shown
        .filter((property) => values[property.id] !== undefined)
        .map(({ id: at, key, type, config }) => [key, typeOf(type).show(values[at], config)]),
    ),
    version,
    createdAt,
    updatedAt,
    createdBy,
    archivedAt,
  });
}
