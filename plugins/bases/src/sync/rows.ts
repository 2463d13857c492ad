import { type Caller, digestOf, omitUndefined, type Reads, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, dependencyMissing, portionOf } from "@postern/kit/sync";
import { bases, type RowRecord, rows, type SchemaRecord, schemas } from "../collections.ts";
import { rowArchived, rowCreated, rowsChanged, rowUnarchived, rowUpdated } from "../events.ts";
import { currentValues } from "../rows/current.ts";
import { mayDecide } from "../rows/decide.ts";
import { deleteRow, putRow, showRow } from "../rows/row.ts";
import { Row, RowId, Type } from "../schemas.ts";
import { BaseId } from "./bases.ts";

const closed = { additionalProperties: false } as const;

/**
 * A row as linked gateways exchange it. Each value has its type: a gateway that has another type waits for the change.
 */
const SyncedRow = T.Object(
  {
    ...Row.properties,
    id: RowId,
    baseId: BaseId,
    version: T.Integer({ minimum: 1 }),
    values: T.Record(T.String({ maxLength: 64 }), T.Object({ type: Type, value: T.Unknown() }, closed)),
  },
  closed,
);
type SyncedRow = Static<typeof SyncedRow>;

export const syncedRows = defineSyncKind({
  name: ["id"],
  schema: SyncedRow,
  async read(store, id = "") {
    const row = await store.get(rows, id);
    const schema = row && (await store.get(schemas, row.baseId));
    return schema && toSynced(row, schema);
  },
  list: (store, portion) => portionOf(store, rows, portion, ({ id }) => [id]),
  permits: permitsApprovals,
  put,
  async remove({ store, emit }, id = "") {
    const row = await store.get(rows, id);
    if (!row) return;
    await deleteRow(store, row);
    emit(rowsChanged, { baseId: row.baseId, rows: [id] });
  },
});

/** Approvals are only accepted from approvers, in their own name, and a link acts for the caller that created it. */
async function permitsApprovals(
  { store, caller }: { readonly store: Reads; readonly caller: Caller },
  { id, baseId, values }: SyncedRow,
): Promise<boolean> {
  const before = await store.get(rows, id);
  const { properties = [] } = (await store.get(schemas, baseId)) ?? {};
  return properties.every((property) => {
    if (property.type !== "approval") return true;
    const [was, is] = [before?.values[property.id], values[property.id]?.value];
    if (digestOf(was ?? null) === digestOf(is ?? null)) return true;
    const { status, by } = (is ?? {}) as { status?: unknown; by?: unknown };
    if (was === undefined && status === "pending") return true;
    return mayDecide(caller, property) && (is === undefined || by === caller.principal);
  });
}

/** Leaves out purged values and converts values to their current type, even if the stored row is not rewritten yet. */
function toSynced(row: RowRecord, schema: SchemaRecord): SyncedRow {
  const { id, baseId, version, createdAt, updatedAt, createdBy, archivedAt } = row;
  const current = currentValues(row, schema);
  const values: SyncedRow["values"] = {};
  for (const { id: property, type } of schema.properties) {
    const value = current[property];
    if (value !== undefined) values[property] = { type, value };
  }
  return omitUndefined({ id, baseId, values, version, createdAt, updatedAt, createdBy, archivedAt });
}

async function put({ store, emit }: Transacting, record: SyncedRow): Promise<void> {
  const { id, baseId } = record;
  const before = await store.get(rows, id);
  if (before && before.baseId !== baseId) throw new Error(`The row "${id}" belongs to another base`);
  const schema = await schemaFor(store, record);
  const values = Object.fromEntries(Object.entries(record.values).map(([property, { value }]) => [property, value]));
  const { clientKey, asked, importId } = before ?? {};
  const row: RowRecord = omitUndefined({
    ...record,
    createdBy: before?.createdBy ?? record.createdBy,
    values,
    // A version that has been shown is never used again for other values.
    version: before ? Math.max(record.version, before.version + 1) : record.version,
    schema: schema.version,
    clientKey,
    asked,
    importId,
  });
  await putRow(store, row, before);
  const data = { row: showRow(row, schema) };
  const [was, is] = [before?.archivedAt !== undefined, row.archivedAt !== undefined];
  if (!before) emit(rowCreated, data);
  else if (was !== is) emit(is ? rowArchived : rowUnarchived, data);
  else emit(rowUpdated, data);
}

/** The schema for the values. Waits for a property that is missing or still has another type here. */
async function schemaFor(store: Reads, { baseId, values }: SyncedRow): Promise<SchemaRecord> {
  const schema = (await store.get(bases, baseId)) && (await store.get(schemas, baseId));
  if (!schema) throw dependencyMissing(["base", baseId]);
  for (const [id, { type, value }] of Object.entries(values)) {
    const property = schema.properties.find((one) => one.id === id);
    if (property?.type !== type) throw dependencyMissing(["property", baseId, id]);
    if (!SHAPES[type](value)) throw new Error(`The value of "${property.key}" is not a value of the type ${type}`);
  }
  return schema;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";
const isSwitch = (value: unknown): boolean => typeof value === "boolean";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isDecision = (value: unknown): boolean => {
  const { status, by, at } = ((typeof value === "object" && value) || {}) as Record<string, unknown>;
  return [status, by, at].every(isText);
};

/** Checks stored values by type. */
const SHAPES: Readonly<Record<Type, (value: unknown) => boolean>> = {
  text: isText,
  number: isNumber,
  checkbox: isSwitch,
  date: isText,
  select: isText,
  multi_select: isTexts,
  status: isText,
  url: isText,
  email: isText,
  phone: isText,
  person: isText,
  ref: isText,
  agent: (value) => isText(value) || isNumber(value) || isSwitch(value),
  approval: isDecision,
};
