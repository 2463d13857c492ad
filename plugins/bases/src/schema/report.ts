import type { Glance } from "@postern/core";
import { charts } from "../charts.ts";
import { filled, type PropertyRecord, rowCount, views } from "../collections.ts";
import type { Report } from "../schemas.ts";

const MOST = 500;

/** What a change of a property means to the rows. How many have a value is counted along, so nobody looks at them. */
export async function reportOf(
  store: Glance,
  baseId: string,
  property: Pick<PropertyRecord, "id">,
  counts: { converted?: number; cleared?: number; dryRun?: boolean } = {},
): Promise<Report> {
  const activeRows = await store.sum(rowCount, baseId, "active");
  const { cleared = 0, dryRun = false } = counts;
  const converted = counts.converted ?? (await store.sum(filled, baseId, property.id)) - cleared;
  return {
    activeRows,
    converted,
    cleared,
    missing: activeRows - converted - cleared,
    dependents: await dependentsOf(store, baseId, property.id),
    dryRun,
  };
}

/** The views and charts that use a property. */
async function dependentsOf(store: Glance, baseId: string, propertyId: string): Promise<Report["dependents"]> {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const allViews = await store.find(views, { prefix: [baseId], limit: MOST });
  const allCharts = await store.find(charts, { prefix: [baseId], limit: MOST });
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
