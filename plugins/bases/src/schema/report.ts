import type { Reads } from "@postern/core";
import { charts } from "../charts.ts";
import { filled, type PropertyRecord, rowCount, type SchemaRecord, views } from "../collections.ts";
import { baseRange, walk } from "../query/walk.ts";
import type { Report } from "../schemas.ts";

const MAX_DEPENDENTS = 500;

/** The effect of a change of a property. `schema` is the schema before the change. */
export async function reportOf(
  store: Reads,
  schema: SchemaRecord,
  property: PropertyRecord,
  counts: { converted?: number; cleared?: number; dryRun?: boolean } = {},
): Promise<Report> {
  const { baseId } = schema;
  const activeRows = await store.sum(rowCount, baseId, "active");
  const { cleared = 0, dryRun = false } = counts;
  const converted = counts.converted ?? (await valuedRows(store, schema, property));
  return {
    activeRows,
    converted,
    cleared,
    missing: activeRows - converted - cleared,
    dependents: await dependentsOf(store, baseId, property.id),
    dryRun,
  };
}

/**
 * The number of active rows with a value. It comes from a counter, except while a change of type is being applied: then
 * all rows are converted and counted.
 */
async function valuedRows(store: Reads, schema: SchemaRecord, { id, former }: PropertyRecord): Promise<number> {
  const { baseId } = schema;
  if (!former) return store.sum(filled, baseId, id);
  const target = { store, baseId, status: "active" as const, schema };
  let count = 0;
  for await (const { values } of walk(target, baseRange(target))) if (values[id] !== undefined) count++;
  return count;
}

/** The views and charts that use a property. */
async function dependentsOf(store: Reads, baseId: string, propertyId: string): Promise<Report["dependents"]> {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const allViews = await store.find(views, { prefix: [baseId], limit: MAX_DEPENDENTS });
  const allCharts = await store.find(charts, { prefix: [baseId], limit: MAX_DEPENDENTS });
  const isUsed = (filter: { where: readonly { field: string }[] } | undefined) =>
    filter?.where.some(({ field }) => field === propertyId) ?? false;
  return {
    views: allViews.items
      .filter(
        ({ properties, filter, sort = [] }) =>
          properties.includes(propertyId) || isUsed(filter) || sort.some((key) => key.split(":")[0] === propertyId),
      )
      .map(named),
    charts: allCharts.items
      .filter(({ x, y, filter }) => x === propertyId || y.split(":")[1] === propertyId || isUsed(filter))
      .map(named),
  };
}
