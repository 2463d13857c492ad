import { type Glance, type MutableRecords, present } from "@postern/core";
import { filled, type RowRecord, rowCount, rows, type SchemaRecord, standing } from "../collections.ts";
import { RowArchived, RowNotFound, RowVersionMismatch } from "../errors.ts";
import { liveOf } from "../schema/find.ts";
import type { Row } from "../schemas.ts";
import { typeOf } from "../types/index.ts";
import { currentValues } from "./current.ts";

/** The id of a row that a commit makes, the first or the `place`th of several: rows sort by it as they were made. */
export const rowId = (stamp: string, place = 0): string => `row_${stamp}${place.toString(16).padStart(10, "0")}`;

export async function rowOf(store: Glance, id: string): Promise<RowRecord> {
  const row = await store.get(rows, id);
  if (!row) throw RowNotFound({ row: id });
  return row;
}

/** The row that takes changes, at the version that the caller knows. */
export async function openRowOf(store: Glance, id: string, expected?: number): Promise<RowRecord> {
  const row = await rowOf(store, id);
  if (row.archivedAt !== undefined) throw RowArchived({ row: id });
  if (expected !== undefined && expected !== row.version) throw RowVersionMismatch({ expected, version: row.version });
  return row;
}

/** Stages a row, and what is counted of it. */
export async function keepRow(store: MutableRecords, after: RowRecord, before?: RowRecord): Promise<void> {
  await store.put(rows, after);
  const [now, then] = [standing(after), before && standing(before)];
  if (now !== then) {
    store.add(rowCount, 1, after.baseId, now);
    if (then) store.add(rowCount, -1, after.baseId, then);
  }
  const has = now === "active" ? after.values : {};
  const had = then === "active" && before ? before.values : {};
  for (const id in has) if (!(id in had)) store.add(filled, 1, after.baseId, id);
  for (const id in had) if (!(id in has)) store.add(filled, -1, after.baseId, id);
}

/** A row as callers see it; `only` names the properties shown, by id. */
export function showRow(row: RowRecord, schema: SchemaRecord, only?: readonly string[]): Row {
  const values = currentValues(row, schema);
  const shown = only ? only.flatMap((id) => liveOf(schema).find((one) => one.id === id) ?? []) : liveOf(schema);
  const { id, baseId, version, createdAt, updatedAt, createdBy, archivedAt } = row;
  return present({
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
