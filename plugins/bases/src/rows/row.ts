import { type Glance, type MutableRecords, present, type Transacting } from "@postern/core";
import { frameOf, isoOf, openBaseOf, type Seen, schemaOf } from "../base.ts";
import { filled, type RowRecord, rowCount, rows, type SchemaRecord, standing } from "../collections.ts";
import { RowArchived, RowNotFound, RowVersionMismatch } from "../errors.ts";
import { rowArchived, rowUnarchived } from "../events.ts";
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

/** Stages that a row is archived or taken back, and tells of it if it was not. */
export async function shelveRow(ctx: Seen & Transacting, id: string, isArchived: boolean) {
  const { store, now, emit } = ctx;
  const before = await rowOf(store, id);
  const base = await openBaseOf(ctx, before.baseId);
  const schema = await schemaOf(store, base.id);
  const frame = await frameOf(ctx, base);
  if (isArchived === (before.archivedAt !== undefined)) return { row: showRow(before, schema), ...frame };
  const at = isoOf(now);
  const version = before.version + 1;
  const after = present({ ...before, version, updatedAt: at, archivedAt: isArchived ? at : undefined });
  await keepRow(store, after, before);
  const row = showRow(after, schema);
  emit(isArchived ? rowArchived : rowUnarchived, { row });
  return { row, ...frame };
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
