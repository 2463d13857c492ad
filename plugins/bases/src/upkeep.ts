import { type PluginContext, T } from "@postern/core";
import { defineQueue } from "@postern/kit/queue";
import { type RowRecord, rows, schemas } from "./collections.ts";
import { propertyConverted, rowsChanged } from "./events.ts";
import { group } from "./group.ts";
import { convertRow, isStale } from "./rows/current.ts";
import { putRow } from "./rows/row.ts";

/** Rows per commit. */
const PORTION = 200;

/** Applies a schema change to stored rows, portion by portion. Reads apply the change from the start. */
export const upkeep = defineQueue(group, "upkeep", {
  one: "work",
  entry: T.Object({
    base: T.String({ description: "Id of the base" }),
    property: T.String({ description: "Id of the property" }),
    kind: T.String({
      description: "`convert` converts values to the new type; `purge` removes the values of a purged property",
    }),
    schemaVersion: T.Integer({ description: "Schema version that the change created" }),
  }),
  about: { field: "base", of: ({ base }) => base },
  timeout: 60 * 60_000,
  concurrency: 1,
  async handle({ payload }, { host, signal }) {
    const { base: baseId, property: propertyId, kind, schemaVersion } = payload;
    if (kind === "purge") {
      await everyRow(host, baseId, signal, (row) => (propertyId in row.values ? without(row, propertyId) : undefined));
      return;
    }
    let [converted, cleared] = [0, 0];
    await everyRow(host, baseId, signal, async (row, store) => {
      const schema = await store.get(schemas, baseId);
      const property = schema?.properties.find(({ id }) => id === propertyId);
      if (!schema || !property || !isStale(row, property)) return undefined;
      const after = convertRow(row, schema);
      if (propertyId in after.values) converted++;
      else cleared++;
      return after;
    });
    return async ({ store, emit }) => {
      const schema = await store.get(schemas, baseId);
      if (!schema?.properties.some(({ id }) => id === propertyId)) return;
      const properties = schema.properties.map((property) => {
        if (property.id !== propertyId || !property.former) return property;
        const { former, ...rest } = property;
        const left = former.filter(({ until }) => until > schemaVersion);
        return left.length > 0 ? { ...rest, former: left } : rest;
      });
      await store.put(schemas, { ...schema, properties });
      emit(propertyConverted, { baseId, propertyId, converted, cleared });
    };
  },
});

type Change = (
  row: RowRecord,
  store: Parameters<Parameters<PluginContext["transact"]>[0]>[0]["store"],
) => RowRecord | undefined | Promise<RowRecord | undefined>;

/** Changes all rows of a base, including archived ones, one portion per commit. A second run only changes the rest. */
async function everyRow(
  host: PluginContext<typeof group>,
  baseId: string,
  signal: AbortSignal,
  change: Change,
): Promise<void> {
  for (const status of ["active", "archived"]) {
    let after: string | undefined;
    do {
      signal.throwIfAborted();
      const at = after;
      after = await host.transact(async ({ store, emit }) => {
        const kept: string[] = [];
        const page = { limit: PORTION, ...(at !== undefined && { after: at }) };
        const { items, next } = await store.unchecked.find(rows, { by: "byBase", prefix: [baseId, status], ...page });
        for (const { id } of items) {
          // Found by an unchecked read and read again here, so that only a change of this row causes a conflict.
          const row = await store.get(rows, id);
          const changed = row && (await change(row, store));
          if (!changed) continue;
          await putRow(store, changed, row);
          kept.push(id);
        }
        if (kept.length > 0) emit(rowsChanged, { baseId, rows: kept });
        return next;
      });
    } while (after !== undefined);
  }
}

function without(row: RowRecord, propertyId: string): RowRecord {
  const { [propertyId]: _gone, ...values } = row.values;
  return { ...row, values };
}
